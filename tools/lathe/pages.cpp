// Manual pages and completions. See pages.hpp.
#include "tools/lathe/pages.hpp"

#include <algorithm>

namespace lathe::nvptx::cli {
namespace {

constexpr std::size_t widest = 100, help_column = 30;

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) out.append(out.empty() ? "" : between).append(word);
  return out;
}
/// The last word of "lathe compile".
std::string_view command_of(const Page& page) {
  return std::string_view(page.program).substr(page.program.rfind(' ') + 1);
}
/// Each of these characters with a backslash before it.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}
/// "LLVM IR in, PTX out." -> without the point.
std::string_view phrase(std::string_view sentence) {
  return sentence.ends_with('.') ? sentence.substr(0, sentence.size() - 1) : sentence;
}

// ---- roff
std::string roff(std::string_view text) {
  std::string out;
  bool start = true;
  for (const char c : text) {
    if (start && (c == '.' || c == '\'')) out += "\\&";
    start = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\'')
      out += "\\(aq";
    else if (c == '^')
      out += "\\(ha";
    else if (c == '`')
      out += "\\(ga";
    else if (c == '~')
      out += "\\(ti";
    else
      out += c;
  }
  return out;
}
std::string title(std::string_view name) {
  std::string upper(name);
  std::ranges::transform(upper, upper.begin(),
                         [](char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return ".TH " + roff(upper) + " 1 \"\" \"lathe " LATHE_VERSION "\" \"Lathe\"\n.nh\n.ad l\n";
}
std::string as_it_is(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  return ".nf\n" + roff(text) + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}
std::string tagged(const PageOption& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += (names.empty() ? "\\fB" : "\\fR, \\fB") + roff(name) + (option.given.empty() ? "" : "\\fR[=VALUE]");
  std::string said = option.help;
  if (!option.given.empty()) said += (said.empty() ? "" : ". ") + ("Alone it means " + option.given);
  return ".TP\n" + names + "\\fR" + roff(option.value) + "\n" + roff(said.empty() ? "as it is named" : said) + "\n";
}
constexpr std::string_view exit_states =
    ".SH EXIT STATUS\n0: it was done. 1: the input is wrong, or a check found something; standard error says what.\n"
    "2: wrong usage; nothing was done.\n";

std::string manual(const Page& page) {
  const std::string command(command_of(page));
  std::string out = title("lathe-" + command);
  out += ".SH NAME\nlathe\\-" + roff(command) + " \\- " + roff(phrase(page.about)) + "\n";
  out += ".SH SYNOPSIS\n" + roff(page.usage) + "\n";
  if (!page.inputs.empty()) out += ".SH ARGUMENTS\n";
  for (const PageOption& input : page.inputs) out += tagged(input);
  out += ".SH OPTIONS\n";
  std::string_view section;
  for (const PageOption& option : page.options) {
    if (option.section != section) out += ".SS " + roff(option.section) + "\n";
    section = option.section;
    out += tagged(option);
  }
  if (!page.footer.empty()) out += ".SH NOTES AND EXAMPLES\n" + as_it_is(page.footer);
  out += exit_states;
  return out + ".SH SEE ALSO\n.BR lathe (1)\n";
}

// ---- bash
std::string bash_part(const Page& page) {
  const std::string command(command_of(page));
  std::string words, values;
  for (const PageOption& option : page.options) {
    words += (words.empty() ? "" : " ") + joined(option.names, " ");
    if (option.choices.empty()) continue;
    for (const std::string& name : option.names)
      values += "    '" + command + " " + name + "') echo '" + joined(option.choices, " ") + "' ;;\n";
  }
  return "    " + command + ") echo '" + words + "' ;;\n" + values;
}
Frame bash_frame(const std::vector<std::string>& names) {
  return {"",
          "# bash: options of lathe, by `lathe completion bash`.\n"
          "# What may stand behind COMMAND, or behind COMMAND OPTION; nothing: files.\n"
          "_lathe_words() {\n  case \"$*\" in\n",
          "  esac\n}\n"
          "_lathe() {\n"
          "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} word words\n"
          "  COMPREPLY=()\n"
          "  # The = of --name=value is a word of its own.\n"
          "  if [ \"$cur\" = = ]; then cur=; elif [ \"$prev\" = = ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
          "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "    words='" +
              joined(names, " ") +
              " help completion --help --version'\n"
              "  elif [ \"$command\" = help ]; then\n"
              "    words='" +
              joined(names, " ") +
              " --man'\n"
              "  elif [ \"$command\" = completion ]; then\n"
              "    words='bash zsh fish'\n"
              "  else\n"
              "    if [ \"$command\" = bisect ]; then\n"
              "      for word in \"${COMP_WORDS[@]:2:COMP_CWORD-2}\"; do\n"
              "        case \"$word\" in compile | opt) command=$word ;; esac\n"
              "      done\n"
              "    fi\n"
              "    words=$(_lathe_words \"$command\" \"$prev\")\n"
              "    if [ -z \"$words\" ] && [[ $cur == -* ]]; then words=$(_lathe_words \"$command\"); fi\n"
              "  fi\n"
              "  if [ -n \"$words\" ]; then COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")); fi\n"
              "}\n"
              "complete -o default -o bashdefault -F _lathe lathe\n"};
}

// ---- zsh
std::string zsh_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}
std::string zsh_part(const Page& page) {
  std::string out = "    " + std::string(command_of(page)) + ")\n      _arguments \\\n";
  for (const PageOption& option : page.options) {
    for (const std::string& name : option.names) {
      // The value in the same word or in the next; -O3 and --name=value in the same.
      const std::string how = option.flag ? "" : name.starts_with("--") ? "=" : "+";
      std::string text = "*" + name + how + "[" + escaped(option.help, "[]:\\") + "]";
      if (!option.flag)
        text += option.choices.empty() ? ":value:_files" : ":value:(" + joined(option.choices, " ") + ")";
      out += "        " + zsh_quoted(text) + " \\\n";
    }
  }
  return out + "        '*:file:_files' ;;\n";
}
Frame zsh_frame(const std::vector<std::string>& names) {
  return {
      "#compdef lathe\n# zsh: options of lathe, by `lathe completion zsh`.\n"
      "typeset -ga _lathe_commands=(\n  'help:options of a command'\n  'completion:completions of a shell'\n",
      ")\n_lathe_options() {\n  case $1 in\n",
      "    help) _values command " + joined(names, " ") +
          " ;;\n    completion) _values shell bash zsh fish ;;\n  esac\n}\n"
          "_lathe() {\n"
          "  if (( CURRENT == 2 )); then\n"
          "    _describe command _lathe_commands\n"
          "  else\n"
          "    local command=$words[2]\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    _lathe_options $command\n"
          "  fi\n"
          "}\n"
          "if [[ $funcstack[1] == _lathe ]]; then _lathe \"$@\"; else compdef _lathe lathe; fi\n"};
}

// ---- fish
std::string fish_quoted(std::string_view text) { return "'" + escaped(text, "\\'") + "'"; }
std::string fish_part(const Page& page) {
  const std::string command(command_of(page));
  std::string out =
      "complete -c lathe -n __fish_use_subcommand -f -a " + command + " -d " + fish_quoted(phrase(page.about)) + "\n";
  std::string_view section;
  for (const PageOption& option : page.options) {
    if (option.section != section) out += "# " + command + ": " + option.section + "\n";
    section = option.section;
    out += "complete -c lathe -n '__fish_seen_subcommand_from " + command + "'";
    for (const std::string& name : option.names)
      out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.choices.empty())
      out += " -x -a " + fish_quoted(joined(option.choices, " "));
    else if (!option.flag)
      out += " -r";
    out += " -d " + fish_quoted(option.help) + "\n";
  }
  return out;
}
Frame fish_frame(const std::vector<std::string>& names) {
  return {"",
          "# fish: options of lathe, by `lathe completion fish`.\n"
          "complete -c lathe -n __fish_use_subcommand -f -a help -d 'options of a command'\n"
          "complete -c lathe -n __fish_use_subcommand -f -a completion -d 'completions of a shell'\n"
          "complete -c lathe -n '__fish_seen_subcommand_from help' -f -l man -d 'the manual page'\n"
          "complete -c lathe -n '__fish_seen_subcommand_from help' -f -a '" +
              joined(names, " ") +
              "'\n"
              "complete -c lathe -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n",
          ""};
}

}  // namespace

std::string wrapped(std::string_view help) {
  std::string out;
  while (!help.empty()) {
    const std::size_t end = std::min(help.find('\n'), help.size());
    std::string line(help.substr(0, end));
    help.remove_prefix(std::min(end + 1, help.size()));
    const std::size_t indent = line.starts_with("  ") ? help_column : 0;
    while (line.size() > widest) {
      const std::size_t at = line.rfind(' ', widest);
      if (at == std::string::npos || at <= indent) break;  // one long word
      out.append(line, 0, at).append("\n");
      line = std::string(indent, ' ') + line.substr(at + 1);
    }
    out.append(line).append("\n");
  }
  return out;
}

std::optional<std::string> page_as(std::string_view form, const Page& page) {
  if (form == "man") return manual(page);
  if (form == "bash") return bash_part(page);
  if (form == "zsh") return zsh_part(page);
  if (form == "zsh-command")
    return "  " + zsh_quoted(std::string(command_of(page)) + ":" + std::string(phrase(page.about))) + "\n";
  if (form == "fish") return fish_part(page);
  return std::nullopt;
}

std::string program_page(std::string_view usage) {
  return title("lathe") +
         ".SH NAME\nlathe \\- LLVM IR to PTX, PTX run on the CPU, and compiler back\\-end algorithms one at a time\n"
         ".SH SYNOPSIS\n\\fBlathe\\fR COMMAND [OPTIONS]\n.SH COMMANDS\n" +
         as_it_is(usage.substr(std::min(usage.find('\n') + 1, usage.size()))) + std::string(exit_states) +
         ".SH ENVIRONMENT\n.TP\nLATHE_VERIFY_EACH\n1: checkers run between stages.\n"
         ".TP\nLATHE_NO_PROGRESS\n1: a terminal is not shown how far a command is.\n"
         ".TP\nCUDA_HOME, CUDA_PATH\nwhere the CUDA toolkit is, for ptxas and libdevice.\n"
         ".SH SEE ALSO\nEach command has a page: \\fBlathe\\-compile\\fR(1), \\fBlathe\\-run\\fR(1), ...\n";
}

std::optional<Frame> completion_frame(std::string_view shell, const std::vector<std::string>& names) {
  if (shell == "bash") return bash_frame(names);
  if (shell == "zsh") return zsh_frame(names);
  if (shell == "fish") return fish_frame(names);
  return std::nullopt;
}

}  // namespace lathe::nvptx::cli
