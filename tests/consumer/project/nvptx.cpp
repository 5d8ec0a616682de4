// A project that compiles a kernel through the library.
#include <nvptx/driver/compile.hpp>

#include <cstdio>

int main() {
  const char* ir =
      "target triple = \"nvptx64-nvidia-cuda\"\n"
      "define ptx_kernel void @store_one(ptr %p) { store i32 1, ptr %p  ret void }\n";
  lathe::nvptx::CompileOptions options;
  options.features = *lathe::nvptx::parse_cpu("sm_80");
  lathe::nvptx::Diag diag;
  const std::string ptx = lathe::nvptx::compile(ir, "consumer.ll", options, diag);
  for (const auto& message : diag.messages()) std::printf("%s\n", message.text.c_str());
  const bool good = ptx.find(".entry store_one") != std::string::npos && ptx.find("st.global") != std::string::npos;
  std::printf("%s\n", good ? "store_one compiled" : "no kernel in the output");
  return good ? 0 : 1;
}
