// The resource model: by hand, by its own definition, and against CUDA's occupancy calculator where it is installed.
#include "nvptx/target/resources.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "nvptx/target/features.hpp"
#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define LATHE_HAS_CUDA_OCCUPANCY 1
#endif

using namespace lathe::nvptx;

TEST_CASE("every target has a multiprocessor of its own") {
  for (const std::string& name : cpu_names()) {
    CAPTURE(name);
    const unsigned sm = parse_cpu(name)->sm;
    CHECK(multiprocessor(sm).sm == sm);
  }
  CHECK(multiprocessor(0).sm == 20);
  CHECK(multiprocessor(99).sm == 90);
  CHECK(multiprocessor(999).sm == 121);
}

TEST_CASE("occupancy by hand") {
  using Limit = Occupancy::Limit;
  const auto is = [](const Occupancy& o, unsigned blocks, unsigned warps, Limit limit) {
    CHECK(o.blocks == blocks);
    CHECK(o.warps == warps);
    CHECK(o.limit == limit);
  };
  const Multiprocessor& a100 = multiprocessor(80);
  is(occupancy(a100, 32, 256), 8, 64, Limit::warps);
  is(occupancy(a100, 33, 256), 6, 48, Limit::registers);  // 40 for each thread: 12 warps in each of 4 partitions
  is(occupancy(a100, 16, 32), 32, 32, Limit::blocks);
  is(occupancy(a100, 16, 128, 40 * 1024), 4, 16, Limit::shared);  // 41 KiB each, of 164
  is(occupancy(a100, 16, 128, 163 * 1024), 1, 4, Limit::shared);
  is(occupancy(a100, 16, 128, 164 * 1024), 0, 0, Limit::unlaunchable);
  is(occupancy(a100, 65, 1024), 0, 0, Limit::unlaunchable);
  is(occupancy(a100, 16, 1025), 0, 0, Limit::unlaunchable);
  is(occupancy(a100, 16, 0), 0, 0, Limit::unlaunchable);
  is(occupancy(multiprocessor(86), 40, 1024), 1, 32, Limit::warps);
  CHECK(registers_for(a100, 1024) == 64);
  CHECK(registers_for(a100, 1024, 2) == 32);
  CHECK(registers_for(a100, 1024, 3) == 0);
  CHECK(registers_for(a100, 32) == 255);
}

TEST_CASE("steps are where the number of warps falls") {
  CHECK(register_steps(multiprocessor(75)).front() == RegisterStep{64, 32});
  CHECK(register_steps(multiprocessor(86)).front() == RegisterStep{40, 48});
  CHECK(register_steps(multiprocessor(80), 1024) == std::vector<RegisterStep>{{32, 64}, {64, 32}});
  for (const Multiprocessor& m : detail::multiprocessors)
    for (const unsigned threads : {0U, 32U, 96U, 256U, 384U, 1024U}) {
      CAPTURE(m.sm);
      CAPTURE(threads);
      const auto warps = [&](unsigned registers) {
        return threads == 0 ? warps_by_registers(m, registers) : occupancy(m, registers, threads).warps;
      };
      const auto steps = register_steps(m, threads);
      REQUIRE(!steps.empty());
      unsigned from = 1;
      for (const RegisterStep& step : steps) {
        for (unsigned r = from; r <= step.registers; ++r) CHECK(warps(r) == step.warps);
        from = step.registers + 1;
      }
      if (from <= m.thread_registers) CHECK(warps(from) == 0);
    }
}

#ifdef LATHE_HAS_CUDA_OCCUPANCY
TEST_CASE("occupancy is what CUDA's calculator says, on every target that it knows") {
  std::size_t compared = 0, launchable = 0, differ = 0;
  std::set<Occupancy::Limit> limits;
  for (const Multiprocessor& m : detail::multiprocessors) {
    if (m.sm < 30) continue;
    cudaOccDeviceProp device;
    device.computeMajor = static_cast<int>(m.sm / 10);
    device.computeMinor = static_cast<int>(m.sm % 10);
    device.maxThreadsPerBlock = static_cast<int>(m.block_threads);
    device.maxThreadsPerMultiprocessor = static_cast<int>(m.warps * 32);
    device.regsPerBlock = static_cast<int>(m.block_registers);
    device.regsPerMultiprocessor = static_cast<int>(m.registers);
    device.warpSize = 32;
    device.sharedMemPerBlock = 48 * 1024;
    device.sharedMemPerBlockOptin = m.block_shared;
    device.sharedMemPerMultiprocessor = m.shared;
    device.reservedSharedMemPerBlock = m.reserved_shared;
    device.numSms = 1;
    const cudaOccDeviceState state;
    const unsigned bytes[] = {0,     1,     128,    1000,           1024,
                              4096,  5000,  16384,  20000,          40960,
                              49152, 49153, 100000, m.block_shared, m.block_shared + 1};
    for (unsigned registers = 0; registers <= m.thread_registers; ++registers)
      for (unsigned threads = 1; threads <= 1056; threads += threads % 32 == 0 ? 1 : 31 - threads % 32 + 1)
        for (const unsigned shared : bytes) {
          cudaOccFuncAttributes kernel;
          kernel.maxThreadsPerBlock = 1024;
          kernel.numRegs = static_cast<int>(registers);
          kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
          kernel.maxDynamicSharedSizeBytes = shared;
          kernel.numBlockBarriers = 1;
          cudaOccResult result{};
          const cudaOccError status = cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state,
                                                                              static_cast<int>(threads), shared);
          REQUIRE(status == CUDA_OCC_SUCCESS);
          const Occupancy ours = occupancy(m, registers, threads, shared);
          ++compared;
          launchable += ours.blocks != 0;
          limits.insert(ours.limit);
          if (static_cast<int>(ours.blocks) == result.activeBlocksPerMultiprocessor) continue;
          if (++differ < 10)
            FAIL_CHECK("sm_" << m.sm << ", " << registers << " registers, " << threads << " threads, " << shared
                             << " bytes: " << ours.blocks << ", not " << result.activeBlocksPerMultiprocessor);
        }
  }
  CHECK(differ == 0);
  CHECK(launchable > 1000000);
  CHECK(limits.size() == 5);
  MESSAGE(compared << " cases compared");
}
#endif
