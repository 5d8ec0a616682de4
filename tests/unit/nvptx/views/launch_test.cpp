// What directives leave to a thread, and that the scheduler and the pressure analysis go by one model.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "nvptx/mir/text.hpp"
#include "nvptx/views/launch.hpp"
#include "nvptx/views/pressure.hpp"
#include "nvptx/views/sched.hpp"

using namespace lathe;
using namespace lathe::nvptx;

namespace {

struct Kernel {
  mir::Module m;
  Kernel(const std::string& directives, const std::string& target = "sm_80") {
    Diag diag;
    const bool parsed = mir::parse(".version 8.7\n.target " + target + "\n.address_size 64\n.visible .entry k() " +
                                       directives + " { .reg .b32 %r; mov.b32 %r, 1; st.shared.b32 [%r], %r; ret; }",
                                   "t", m, diag);
    REQUIRE_MESSAGE(parsed, (diag.messages().empty() ? "" : diag.messages()[0].text));
  }
  mir::Function& f() { return m.functions.back(); }
  std::uint32_t limit() { return register_limit(machine_of(m), launch_of(f())); }
};

}  // namespace

TEST_CASE("limits by directives") {
  CHECK(Kernel("").limit() == 255);
  CHECK(Kernel("", "sm_30").limit() == 63);
  CHECK(Kernel(".maxnreg 40").limit() == 40);
  CHECK(Kernel(".maxnreg 4").limit() == 16);
  CHECK(Kernel(".maxntid 1024, 1, 1").limit() == 64);
  CHECK(Kernel(".maxntid 32, 32, 1").limit() == 64);
  CHECK(Kernel(".maxntid 256, 1, 1 .minnctapersm 4").limit() == 64);
  CHECK(Kernel(".maxntid 256, 1, 1 .minnctapersm 5").limit() == 48);
  CHECK(Kernel(".maxntid 384, 1, 1 .minnctapersm 2").limit() == 80);
  CHECK(Kernel(".maxntid 1024, 1, 1 .minnctapersm 2").limit() == 32);
  CHECK(Kernel(".maxntid 1024, 1, 1 .minnctapersm 2", "sm_86").limit() == 64);  // it has 48 warps: cannot be met
  CHECK(Kernel(".reqntid 512, 1, 1").limit() == 128);
  CHECK(Kernel(".maxntid 1024, 1024, 1024").limit() == 255);  // no such block: the directive says nothing
}

TEST_CASE("steps: by the block where it is known exactly") {
  const auto steps = [](Kernel kernel) { return steps_within(machine_of(kernel.m), launch_of(kernel.f()), 255); };
  CHECK(steps(Kernel("")).front() == RegisterStep{32, 64});
  CHECK(steps(Kernel("", "sm_86")).front() == RegisterStep{40, 48});
  CHECK(steps(Kernel("", "sm_75")).front() == RegisterStep{64, 32});
  CHECK(steps(Kernel(".reqntid 1024, 1, 1")) == std::vector<RegisterStep>{{32, 64}, {64, 32}});
  CHECK(steps(Kernel(".maxntid 1024, 1, 1")) == steps(Kernel("")));  // smaller blocks may be launched
  Kernel plain("");
  const auto within = steps_within(machine_of(plain.m), {}, 44);
  CHECK(within == std::vector<RegisterStep>{{32, 64}, {40, 48}, {44, 40}});
}

TEST_CASE("the scheduler and the pressure analysis count the same registers and the same steps") {
  for (const char* directives : {"", ".maxntid 512, 1, 1 .minnctapersm 2", ".reqntid 768, 1, 1", ".maxnreg 72"})
    for (const char* target : {"sm_60", "sm_75", "sm_80", "sm_86", "sm_90a", "sm_100", "sm_120"}) {
      CAPTURE(directives);
      CAPTURE(target);
      Kernel kernel(directives, target);
      const MirPressure pressure(kernel.m, kernel.f());
      MirScheduling scheduling(kernel.m, kernel.f());
      const auto sets = scheduling.regions().at(0).sets();
      CHECK(sets[0].limit == pressure.limits()[0]);
      const auto steps = pressure.steps(0);
      std::size_t same = 0;
      for (const sched::Step& step : sets[0].steps)
        if (step.registers < sets[0].limit) {
          REQUIRE(same < steps.size());
          CHECK(steps[same++] == step.registers);
        }
      CHECK(sets[0].steps.back().registers == std::min<std::uint32_t>(sets[0].limit, sets[0].steps.back().registers));
    }
}
