#include "harness/generated_files.h"

#include "harness/amalgamate.h"
#include "harness/notebook.h"
#include "harness/page_links.h"

namespace harness {

Result<std::vector<GeneratedFile>> generatedFiles(const DayFiles& files, const std::string& published) {
  const Result<StandaloneParts> exercise = standaloneParts(files);
  if (!exercise) return exercise.problem();
  const Result<std::string> notebook = dayNotebook(files, *exercise);
  if (!notebook) return notebook.problem();
  const Result<std::string> page = readText(files.page, ExitStatus::course);
  if (!page) return page.problem();
  const Result<std::vector<PageLink>> links = pageLinks(files, published);
  if (!links) return links.problem();
  return std::vector<GeneratedFile>{{standalonePath(files), exercise->whole()},
                                    {notebookPath(files), *notebook},
                                    {files.page, withPageLinks(*page, *links)}};
}

}  // namespace harness
