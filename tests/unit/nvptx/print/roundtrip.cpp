// parse -> print -> parse -> print is a fixed point on real PTX, and ptxas accepts what was printed: the committed
// file always, the kernels as llc and nvcc compile them where those are installed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"

using namespace lathe::nvptx;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}

bool succeeds(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

fs::path scratch() {
  const fs::path dir =
      fs::temp_directory_path() / ("lathe_roundtrip_" + std::to_string(std::hash<std::string>{}(fs::current_path())));
  fs::create_directories(dir);
  return dir;
}

// The text after one round; empty after a fault, which is reported.
std::string round_trip(const std::string& text, const std::string& name) {
  mir::Module first, second;
  Diag diag;
  if (!mir::parse(text, name, first, diag)) {
    FAIL_CHECK(name << ":" << diag.messages()[0].line << ": " << diag.messages()[0].text);
    return {};
  }
  std::vector<std::string> faults;
  mir::verify(first, faults);
  for (const std::string& f : faults) FAIL_CHECK(name << ": " << f);
  const std::string printed = mir::print(first);
  if (!mir::parse(printed, name + " printed", second, diag)) {
    FAIL_CHECK(name << " printed:" << diag.messages()[0].line << ": " << diag.messages()[0].text);
    return {};
  }
  CHECK_MESSAGE(mir::print(second) == printed, name << " is no fixed point");
  return printed;
}

void check_compiler(const std::string& probe, const std::string& compile, const char* folder, const char* extension) {
  if (!succeeds(probe)) {
    MESSAGE("skipped: " << probe << " does not run");
    return;
  }
  const bool assemble = succeeds("ptxas --version");
  const fs::path dir = scratch();
  std::vector<fs::path> inputs;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) inputs.push_back(entry.path());
  std::sort(inputs.begin(), inputs.end());
  std::size_t compiled = 0, assembled = 0;
  // A sample spread over the corpus keeps this test to some seconds; all of it with LATHE_ALL_KERNELS=1.
  const std::size_t step =
      std::getenv("LATHE_ALL_KERNELS") != nullptr ? 1 : std::max<std::size_t>(1, inputs.size() / 8);
  for (std::size_t i = 0; i < inputs.size(); i += step) {
    const std::string ptx = (dir / "in.ptx").string(), out = (dir / "out.ptx").string();
    if (!succeeds(compile + " " + inputs[i].string() + " -o " + ptx)) continue;
    ++compiled;
    const std::string printed = round_trip(read(ptx), inputs[i].filename().string());
    if (printed.empty() || !assemble) continue;
    std::ofstream(out) << printed;
    const std::string ptxas = "ptxas -arch=sm_90a -O0 -o /dev/null ";
    if (!succeeds(ptxas + ptx)) continue;  // what it did not accept before
    ++assembled;
    CHECK_MESSAGE(succeeds(ptxas + out), "ptxas refuses what was printed for " << inputs[i]);
  }
  MESSAGE(compiled << " kernels compiled by '" << compile << "', " << assembled << " assembled");
  CHECK(compiled > 0);
  fs::remove_all(dir);
}

}  // namespace

TEST_CASE("the committed forms") {
  const std::string printed = round_trip(read("tests/unit/nvptx/mir/ptx/forms.ptx"), "forms.ptx");
  CHECK(printed.find("vadd.s32.u32.s32 \t%r13, %r11.b2, %r12.h1;") != std::string::npos);
  CHECK(printed.find(".global .align 1 .b8 text[8] = {104, 105, 0xFF(counter), 0xFF00(counter+4), 0, 1};") !=
        std::string::npos);
  CHECK(printed.find(".weak .global .align 4 .s32 numbers[] = {-1, 2, -14, 16, 5, 15};") != std::string::npos);
  CHECK(printed.find("\t.loc\t1 12 5, function_name $L__info_string0, inlined_at 1 11 2\n") != std::string::npos);
}

TEST_CASE("an inlined place stands behind that of its call, also where both are one, or each is in the other") {
  const auto printed = [](const std::string& places) {
    return round_trip(".version 7.8\n.target sm_80\n.address_size 64\n.file 1 \"a.cu\"\n.visible .entry k()\n{\n" +
                          places + "\tret;\n}\n",
                      "places.ptx");
  };
  const std::string name = ", function_name $L__info_string0, inlined_at ";
  const std::string own =
      printed("\t.loc\t1 14 46" + name + "1 14 46\n\tbar.sync 0;\n\t.loc\t1 14 41" + name + "1 14 46\n");
  CHECK(own.find("\t.loc\t1 14 46\n\t.loc\t1 14 46" + name + "1 14 46\n") != std::string::npos);
  CHECK(own.find("\tbar.sync \t0;\n\t.loc\t1 14 41") != std::string::npos);
  const std::string both = printed("\t.loc\t1 5 1" + name + "1 6 1\n\tbar.sync 0;\n\t.loc\t1 6 1" + name + "1 5 1\n");
  CHECK(both.find("\t.loc\t1 5 1\n\t.loc\t1 6 1" + name + "1 5 1\n\t.loc\t1 5 1" + name + "1 6 1\n") !=
        std::string::npos);
}

TEST_CASE("kernels as llc compiles them") {
  check_compiler("llc-22 --version", "llc-22 -O3 -mcpu=sm_90a", "tests/kernels/ll", ".ll");
}

TEST_CASE("kernels as nvcc compiles them") {
  check_compiler("nvcc --version", "nvcc -arch=sm_90a -lineinfo -ptx", "tests/kernels", ".cu");
}
