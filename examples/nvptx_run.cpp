// Compiles an LLVM IR file and runs its kernel on the CPU, both through the library: nvptx_run saxpy.ll
#include <nvptx/driver/compile.hpp>
#include <nvptx/exec/exec.hpp>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <vector>

namespace exec = lathe::nvptx::exec;

namespace {

std::string to_ptx(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  lathe::nvptx::CompileOptions options;
  options.features = *lathe::nvptx::parse_cpu("sm_90");
  lathe::nvptx::Diag diag;
  std::string ptx = lathe::nvptx::compile(bytes.str(), path, options, diag);
  for (const auto& message : diag.messages()) std::fprintf(stderr, "%s: %s\n", path, message.text.c_str());
  return diag.failed() ? std::string() : ptx;
}

// Stops the program with the PTX line, the thread and the reason.
void check(const std::optional<exec::Fault>& fault) {
  if (!fault) return;
  std::fprintf(stderr, "%s\n", fault->to_string().c_str());
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: nvptx_run saxpy.ll\n"), 2;
  const std::string ptx = to_ptx(argv[1]);
  if (ptx.empty()) return 1;

  exec::Machine machine({.threads = 2});
  check(machine.load({{"saxpy.ptx", ptx}}));

  const int n = 1000;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i), y[i] = 0.5F;
  const exec::Address px = machine.allocate(n * sizeof(float)), py = machine.allocate(n * sizeof(float));
  check(machine.write(px, std::as_bytes(std::span(x))));
  check(machine.write(py, std::as_bytes(std::span(y))));

  exec::Launch launch;
  launch.kernel = "saxpy";
  launch.grid = {(n + 127) / 128};
  launch.block = {128};
  launch.add(n).add(2.0F).add(px).add(py);
  check(machine.launch(launch));
  check(machine.read(py, std::as_writable_bytes(std::span(y))));

  for (int i = 0; i < n; ++i)
    if (y[i] != 2.0F * static_cast<float>(i) + 0.5F) return std::fprintf(stderr, "y[%d] is %g\n", i, y[i]), 1;
  std::printf("%d values right; %llu thread instructions\n", n,
              static_cast<unsigned long long>(machine.stats().thread_instructions));

  // One thread too many reads behind the buffer: the fault says where.
  launch.arguments.clear();
  launch.add(n + 1).add(2.0F).add(px).add(py);
  const auto fault = machine.launch(launch);
  std::printf("%s\n", fault ? fault->to_string().c_str() : "no fault");
  return fault ? 0 : 1;
}
