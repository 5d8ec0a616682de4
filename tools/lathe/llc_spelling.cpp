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

}  // namespace lathe::nvptx::cli
