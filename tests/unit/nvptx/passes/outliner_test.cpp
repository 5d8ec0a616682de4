// machine-outliner: which functions it takes from, by options and by what they were made from, and that the module stays sound.
#include <doctest/doctest.h>

#include <string>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/outline_modules.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/print/print.hpp"

using namespace lathe::nvptx;
namespace outline = lathe::outline;

namespace {

// The same work twice; `head` is what stands behind the parameters.
std::string kernel(const std::string& name, const std::string& head = "", int sites = 2, int length = 40) {
  std::string out = ".visible .entry " + name + "(.param .u64 p) " + head +
                    "\n{\n.reg .b64 %rd<2>;\n.reg .b32 %r<9>;\nld.param.u64 %rd1, [p];\n";
  for (int s = 0; s < sites; ++s) {
    out += "ld.global.u32 %r1, [%rd1+" + std::to_string(8 * s) + "];\nbar.sync 0;\n";
    for (int k = 0; k < length; ++k) {
      const std::string number = std::to_string(1000 + 7 * k);
      out += k % 2 == 0 ? "mad.lo.s32 %r1, %r1, %r1, " + number + ";\n" : "xor.b32 %r1, %r1, " + number + ";\n";
    }
    out += "bar.sync 0;\nst.global.u32 [%rd1+" + std::to_string(8 * s) + "], %r1;\n";
  }
  return out + "ret;\n}\n";
}
void read(const std::string& functions, mir::Module& m) {
  Diag diag;
  REQUIRE(mir::parse(".version 8.0\n.target sm_80\n.address_size 64\n" + functions, "t", m, diag));
}
/// How many functions there are behind it.
std::size_t outlined(mir::Module& m, const PassOptions& given, PassReport* report = nullptr) {
  PassOptions options = given;
  options.verify_each = true;
  std::vector<std::string> faults;
  const std::size_t before = m.functions.size();
  run_module_passes(m, {}, options, faults, report);
  mir::verify(m, faults);
  for (const std::string& f : faults) FAIL_CHECK(f);
  return m.functions.size() - before;
}
PassOptions with(const char* mode) {
  PassOptions options;
  options.knobs.enable_machine_outliner = mode;
  return options;
}

}  // namespace

TEST_CASE("machine-outliner: by default only from what is to be small") {
  mir::Module m;
  read(kernel("k"), m);
  CHECK(!wants_module_passes(m, {}));
  CHECK(outlined(m, {}) == 0);
  m.functions[0].for_size = true;
  CHECK(!wants_module_passes(m, with("never")));
  CHECK(outlined(m, with("never")) == 0);
  CHECK(wants_module_passes(m, {}));
  CHECK(outlined(m, {}) == 1);
  CHECK(mir::print(m).find("call \t(%r1), OUTLINED_FUNCTION_0, (%r1)") != std::string::npos);
  CHECK(m.functions.back().for_size);
}

TEST_CASE("machine-outliner: what calls cost decides") {
  // Four instructions are no more than the call of them, wherever; long ones pay from two sites on.
  for (const char* link : {"whole", "relocatable"}) {
    PassOptions options = with("always");
    options.knobs.outliner_link = link;
    mir::Module few, many;
    read(kernel("k", "", 6, 4), few);
    read(kernel("k", "", 2, 200), many);
    CHECK(outlined(few, options) == 0);
    CHECK(outlined(many, options) == 1);
  }
}

TEST_CASE("machine-outliner: always, by name, by level, and not at -O0") {
  for (const char* how : {"always", "name", "size"}) {
    mir::Module m;
    read(kernel("k"), m);
    PassOptions options = with(std::string(how) == "always" ? "always" : "target-default");
    if (std::string(how) == "name") options.enabled = {"machine-outliner"};
    if (std::string(how) == "size") options.size_level = 1, m.functions[0].for_size = true;
    CHECK(pipeline(options).back() == "machine-outliner");
    options.opt_level = 0;
    CHECK(outlined(m, options) == 0);
    options.opt_level = 2;
    options.disabled = {"machine-outliner"};
    CHECK(outlined(m, options) == 0);
    options.disabled.clear();
    CHECK(outlined(m, options) == 1);
  }
}

TEST_CASE("machine-outliner: nooutline, launch bounds, and what is relocatable") {
  mir::Module kept;
  read(kernel("k"), kept);
  kept.functions[0].no_outline = true;
  CHECK(outlined(kept, with("always")) == 0);
  PassOptions by_name;
  by_name.enabled = {"machine-outliner"};
  mir::Module bounded;
  read(kernel("k", ".maxntid 64", 4), bounded);
  CHECK(outlined(bounded, by_name) == 0);  // the target would rather not
  CHECK(outlined(bounded, with("always")) == 1);
  mir::Module apart;
  read(kernel("k", ".maxntid 64", 4), apart);
  PassOptions relocatable = with("always");
  relocatable.knobs.outliner_link = "relocatable";
  CHECK(outlined(apart, relocatable) == 0);  // nvlink would refuse it
}

TEST_CASE("machine-outliner: what kernels share pays where there is one copy of it") {
  const std::string once = kernel("a", "", 1) + kernel("b", "", 1) + kernel("c", "", 1) + kernel("d", "", 1);
  mir::Module whole, apart;
  read(once, whole);
  read(once, apart);
  CHECK(outlined(whole, with("always")) == 0);
  PassOptions relocatable = with("always");
  relocatable.knobs.outliner_link = "relocatable";
  CHECK(outlined(apart, relocatable) == 1);
}

TEST_CASE("machine-outliner: limits, fuel and the report") {
  mir::Module m;
  read(kernel("k"), m);
  PassOptions options = with("always");
  PassReport report;
  report.steps = 5;
  options.limit = 5;
  CHECK(outlined(m, options, &report) == 0);
  CHECK(report.steps == 6);
  report.steps = 5;
  options.limit = 6;
  options.last_fuel = 0;
  CHECK(outlined(m, options, &report) == 0);
  report = {};
  options.limit = ~std::uint64_t{0};
  options.print_after = {"machine-outliner"};
  options.remarks = true;
  CHECK(outlined(m, options, &report) == 1);
  REQUIRE(report.rows.size() == 1);
  CHECK(report.rows[0].changes == 1);
  CHECK(report.rows[0].before > report.rows[0].after);
  CHECK(report.printed.find("OUTLINED_FUNCTION_0") != std::string::npos);
  REQUIRE(!report.remarks.remarks.empty());
  CHECK(report.remarks.remarks.back().name == "OutlinedFunction");
}

TEST_CASE("machine-outliner: modules share by what all of them published") {
  mir::Module a, b;
  read(kernel("a", "", 1, 120), a);
  read(kernel("b", "", 2, 120), b);
  PassOptions options = with("always");
  options.verify_each = true;
  options.knobs.outliner_link = "relocatable";
  const std::vector<outline::Published> both{publish_sequences(a, options), publish_sequences(b, options)};
  const outline::Published all = outline::merge(both);
  std::vector<std::string> faults;
  CHECK(outline_shared(a, all, options, faults) == 1);
  CHECK(outline_shared(b, all, options, faults) == 2);
  CHECK(faults.empty());
  CHECK(a.functions.back().name == b.functions.back().name);
  CHECK(a.functions.back().linkage == "weak");
}
