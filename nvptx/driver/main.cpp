// The `lathe` program. Everything is in nvptx/driver/program.
#include "nvptx/driver/program/program.hpp"

int main(int argc, char** argv) { return lathe::nvptx::program::run(argc, argv); }
