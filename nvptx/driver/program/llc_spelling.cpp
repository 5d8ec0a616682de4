// llc's way of writing options, so that `lathe compile` stands in for llc in scripts and tests.
#include "nvptx/driver/program/program.hpp"

namespace lathe::nvptx::program {

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

const std::vector<IgnoredOption>& ignored_options() {
  static const std::vector<IgnoredOption> options = {
      {"verify-machineinstrs", "checks machine code; --verify-each checks ours"},
      {"asm-verbose", "comments in the output; there are none"},
      {"frame-pointer", "PTX has no frame pointer"},
      {"relocation-model", "PTX is always relocatable"},
      {"code-model", "PTX has one"},
      {"disable-post-ra", "there is no register allocation"},
      {"disable-cgp", "names a pass of llc"},
      {"disable-lsr", "names a pass of llc"},
      {"disable-block-placement", "names a pass of llc"},
      {"enable-tail-merge", "names a pass of llc"},
      {"tail-dup-size", "names a pass of llc"},
      {"disable-verify", "the input is always verified"},
      {"disable-symbolication", "about llc's own crash reports"},
  };
  return options;
}

}  // namespace lathe::nvptx::program
