// llc's way of writing options, so that `lathe compile` stands in for llc in scripts and tests.
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {

std::vector<std::string> gnu_spelling(int argc, char** argv) {
  std::vector<std::string> out;
  bool only_names = false;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const bool single = argument.size() > 2 && argument[0] == '-' && argument[1] != '-';
    // -O3, -O=3 and -ofile are short options with their value attached.
    const bool attached = single && (argument[1] == 'O' || (argument[1] == 'o' && argument[2] == '='));
    if (only_names || !single)
      out.push_back(argument);
    else if (attached) {
      const std::size_t value = argument[2] == '=' ? 3 : 2;
      out.push_back(argument.substr(0, 2));
      out.push_back(argument.substr(value));
    } else
      out.push_back("-" + argument);
    only_names |= argument == "--";
  }
  return out;
}

const std::vector<LlcOption>& llc_options() {
  static const std::vector<std::string> off = {"false", "0"}, never = {"-"};
  static const std::vector<LlcOption> options = {
      {"asm-verbose", off, "no comments are written"},
      {"frame-pointer",
       {"all", "none", "non-leaf", "non-leaf-no-reserve", "reserved"},
       "PTX has no frame pointer, whatever is chosen"},
      {"relocation-model",
       {"static", "pic", "dynamic-no-pic", "ropi", "rwpi", "ropi-rwpi"},
       "PTX is always relocatable, whatever is chosen"},
      {"code-model", {"tiny", "small", "kernel", "medium", "large"}, "PTX has one, whatever is chosen"},
      {"disable-post-ra", {}, "there is no scheduler behind register allocation, which ptxas does"},
      {"disable-cgp", {}, "there is no CodeGenPrepare"},
      {"disable-lsr", {}, "there is no loop strength reduction"},
      {"disable-verify", {}, "the input is verified all the same, which changes nothing of what is right"},
      {"disable-symbolication", {}, "about llc's own crash reports"},
  };
  return options;
}

}  // namespace lathe::nvptx::cli
