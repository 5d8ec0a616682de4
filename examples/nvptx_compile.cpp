// Compiles an LLVM IR file to PTX through the library: nvptx_compile FILE.ll [sm_90]
#include <nvptx/driver/compile.hpp>

#include <cstdio>
#include <fstream>
#include <sstream>

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: nvptx_compile FILE.ll [sm_90]\n"), 2;
  std::ifstream file(argv[1], std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();

  lathe::nvptx::CompileOptions options;
  const auto features = lathe::nvptx::parse_cpu(argc > 2 ? argv[2] : "sm_90");
  if (!file || !features) return std::fprintf(stderr, "cannot read %s, or the target is unknown\n", argv[1]), 1;
  options.features = *features;

  lathe::nvptx::Diag diag;
  const std::string ptx = lathe::nvptx::compile(bytes.str(), argv[1], options, diag);
  for (const auto& message : diag.messages()) std::fprintf(stderr, "%s: %s\n", argv[1], message.text.c_str());
  std::fputs(ptx.c_str(), stdout);
  return diag.failed() || ptx.empty() ? 1 : 0;
}
