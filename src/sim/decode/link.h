#pragma once
// One program from several translation units, as nvlink makes it of -rdc=true: names are resolved between PTX modules.
#include <string>
#include <vector>

#include "sim/parse/ast.h"

namespace gpusim {

struct LinkedModule {
  ast::Module module;
  std::vector<std::string> units;  // by function of the module: the unit it came from, for messages
};

/// Puts the modules together. A name without linkage is its module's own. A strong definition replaces a weak one, the
/// largest of common ones stays, a declaration gives way to any definition; two strong ones are an invalidPtx Error.
/// `names` are the modules', for messages.
Result<LinkedModule> linkModules(std::vector<ast::Module> modules, const std::vector<std::string>& names);

}  // namespace gpusim
