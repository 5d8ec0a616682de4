// The program: toy_gpu compile in.ll -o out.s
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "examples/toy_gpu/compile.hpp"

int main(int argc, char** argv) {
  const std::string in = argc == 5 ? argv[2] : "", to = argc == 5 ? argv[4] : "";
  if (argc != 5 || std::string(argv[1]) != "compile" || std::string(argv[3]) != "-o")
    return std::cerr << "toy_gpu: error: say  toy_gpu compile IN.ll -o OUT.s\n", 1;
  std::ifstream file(in, std::ios::binary);
  if (!file) return std::cerr << "toy_gpu: error: cannot read " << in << "\n", 1;
  const std::string ir((std::istreambuf_iterator<char>(file)), {});
  toy_gpu::Program program;
  lathe::codegen::Diag diag;
  const bool good = toy_gpu::compile(ir, in, program, diag);
  for (const lathe::codegen::Message& m : diag.messages())
    std::cerr << "toy_gpu: error: " << (m.file.empty() ? in : m.file) << ": "
              << (m.function.empty() ? "" : "in function '" + m.function + "': ") << m.text << "\n";
  if (!good) return 1;
  std::ofstream out(to, std::ios::binary);
  out << toy_gpu::print(program);
  return out.flush() ? 0 : (std::cerr << "toy_gpu: error: cannot write " << to << "\n", 1);
}
