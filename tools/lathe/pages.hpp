// The help at a readable width, manual pages and shell completions, of the tables of options that the parser reads by.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lathe::nvptx::cli {

/// An option, or an input, as it is shown.
struct PageOption {
  std::vector<std::string> names;    ///< "-o", "--output"; of an input its one word
  std::string value;                 ///< " TEXT:{asm,obj,null}=asm" as in the help; of a flag nothing
  std::string given;                 ///< of a flag that may have a value: what it is without one
  std::vector<std::string> choices;  ///< the values that are accepted, where they are few
  std::string help;
  bool flag = false;
  std::string section;  ///< "Target"; options of one stand together
};

/// A command.
struct Page {
  std::string program;  ///< "lathe compile"
  std::string about;    ///< one sentence
  std::string usage;    ///< "lathe compile [OPTIONS] [input]"
  std::string footer;
  std::vector<PageOption> inputs, options;
};

/// Lines of more than 100 characters are broken at blanks, those of an option go on below what is said of it.
std::string wrapped(std::string_view help);

/// What a command says to --help=FORM: "man" (a page of section 1), or its part of a shell's completions: "bash", "zsh",
/// "zsh-command", "fish". Nothing for another form.
std::optional<std::string> page_as(std::string_view form, const Page& page);

/// lathe.1; `usage` is what `lathe --help` says.
std::string program_page(std::string_view usage);

/// What stands before and behind the commands' parts in a shell's completions, and before a list of them ("SHELL-command"
/// each) where the shell wants one first. `names`: of the commands.
struct Frame {
  std::string list, before, behind;
};
std::optional<Frame> completion_frame(std::string_view shell, const std::vector<std::string>& names);

}  // namespace lathe::nvptx::cli
