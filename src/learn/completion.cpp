#include "learn/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace learn {
namespace {

constexpr const char* bash = R"sh(# ./harness completion bash >> ~/.bashrc
_harness() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  case $previous in
    --from | --html | --merge) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --device) COMPREPLY=($(compgen -W "sim gpu" -- "$word")); return ;;
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "@options@" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "@commands@ $("${COMP_WORDS[0]}" completion days 2>/dev/null)" -- "$word")) ;;
  esac
}
complete -o default -F _harness harness ./harness
)sh";

constexpr const char* zsh = R"sh(#compdef harness
# ./harness completion zsh > ~/.zfunc/_harness, with ~/.zfunc on fpath before compinit
_harness() {
  case $words[CURRENT-1] in
    --from | --html | --merge) _files; return ;;
    --device) compadd sim gpu; return ;;
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -- @options@
  else
    compadd -- @commands@ ${(f)"$($words[1] completion days 2>/dev/null)"}
  fi
}
compdef _harness harness ./harness
)sh";

constexpr const char* fish = R"sh(# ./harness completion fish > ~/.config/fish/completions/harness.fish
complete -c harness -f -a "@commands@ (./harness completion days 2>/dev/null)"
for option in @options@
  complete -c harness -l (string replace -r '^--' '' -- $option)
end
complete -c harness -l device -x -a "sim gpu"
complete -c harness -l from -r -F
)sh";

}  // namespace

std::string completionScript(const std::string& shell, const CompletionWords& words) {
  const auto with = [&](std::string script) {
    const auto fill = [&](std::string_view mark, const std::vector<std::string>& by) {
      for (std::size_t at = script.find(mark); at != std::string::npos; at = script.find(mark))
        script.replace(at, mark.size(), fmt::format("{}", fmt::join(by, " ")));
    };
    fill("@commands@", words.commands);
    fill("@options@", words.options);
    return script;
  };
  if (shell == "bash") return with(bash);
  if (shell == "zsh") return with(zsh);
  if (shell == "fish") return with(fish);
  return "";
}

}  // namespace learn
