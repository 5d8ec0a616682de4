// Several observers of one launch, as one.
#include <utility>

#include "tools/lathe/run.hpp"

namespace lathe::nvptx::cli {
namespace {

using namespace exec;

class Joined final : public Observer {
 public:
  explicit Joined(std::vector<Observer*> parts) : parts_(std::move(parts)) {}
  void begin_launch(const Grid& grid) override { each(&Observer::begin_launch, grid); }
  void begin_block(const Block& block) override { each(&Observer::begin_block, block); }
  void end_block(const Block& block) override { each(&Observer::end_block, block); }
  void end_launch(const Grid& grid) override { each(&Observer::end_launch, grid); }
  void before(const Warp& warp, const Code& code, Mask active, Mask mask) override {
    each(&Observer::before, warp, code, active, mask);
  }
  void after(const Warp& warp, const Code& code, Mask mask) override { each(&Observer::after, warp, code, mask); }
  void access(const Warp& warp, const Code& code, const Access& access) override {
    each(&Observer::access, warp, code, access);
  }
  void barrier(const Block& block, std::uint32_t number, std::span<const std::uint32_t> threads) override {
    each(&Observer::barrier, block, number, threads);
  }
  void converge(const Warp& warp, Mask mask, bool ordered) override { each(&Observer::converge, warp, mask, ordered); }
  void cluster_barrier(const Cluster& cluster) override { each(&Observer::cluster_barrier, cluster); }
  void fence(const Warp& warp, const Code& code, Mask mask) override { each(&Observer::fence, warp, code, mask); }
  void host_write(Address address, std::uint64_t bytes) override { each(&Observer::host_write, address, bytes); }
  std::optional<Fault> fault() override {
    for (Observer* part : parts_)
      if (auto fault = part->fault()) return fault;
    return std::nullopt;
  }

 private:
  template <class Member, class... Args>
  void each(Member member, const Args&... args) {
    for (Observer* part : parts_) (part->*member)(args...);
  }
  std::vector<Observer*> parts_;
};

}  // namespace

std::unique_ptr<exec::Observer> make_joined(std::vector<exec::Observer*> parts) {
  return std::make_unique<Joined>(std::move(parts));
}

}  // namespace lathe::nvptx::cli
