// The `lathe` program. Everything is in tools/lathe.
#include "tools/lathe/program.hpp"

int main(int argc, char** argv) { return lathe::nvptx::cli::run(argc, argv); }
