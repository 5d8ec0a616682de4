#include "kernels/expect/toy_backend.hpp"

#include <stdexcept>

#include "examples/toy_gpu/machine.hpp"

namespace check {
namespace {

namespace exec = lathe::nvptx::exec;

exec::Fault plain(std::string text) {
  exec::Fault fault;
  fault.text = std::move(text);
  return fault;
}
[[noreturn]] void lacks(const std::string& what) { throw std::runtime_error("the toy GPU has no " + what); }

class ToyBackend final : public exec::Backend {
 public:
  explicit ToyBackend(const exec::MachineOptions& options) : device_(options) {}
  std::string name() const override { return "toy"; }

  std::optional<exec::Fault> load(const std::vector<exec::Source>& sources) override {
    if (sources.size() != 1) return plain("the toy GPU has no linker: one file of assembly");
    std::string error;
    if (!toy_gpu::assemble(sources[0].text, sources[0].name, program_, error)) return plain(error);
    return device_.load(program_, sources[0].name);
  }
  std::vector<exec::KernelInfo> kernels() const override {
    std::vector<exec::KernelInfo> all;
    for (const toy_gpu::Function& f : program_.functions)
      if (f.kernel) {
        exec::KernelInfo info;
        info.name = f.name;
        info.local = f.local;
        all.push_back(std::move(info));
      }
    return all;
  }
  exec::Address allocate(std::uint64_t bytes) override { return device_.allocate(bytes); }
  std::optional<exec::Fault> release(exec::Address address) override { return device_.release(address); }
  std::optional<exec::Fault> write(exec::Address to, std::span<const std::byte> bytes) override {
    return device_.write(to, bytes);
  }
  std::optional<exec::Fault> read(exec::Address from, std::span<std::byte> bytes) override {
    return device_.read(from, bytes);
  }
  std::optional<std::pair<exec::Address, std::uint64_t>> symbol(std::string_view name) override {
    return device_.symbol(std::string(name));
  }

  std::optional<exec::Fault> launch(const exec::Launch& l) override {
    if (l.cooperative) return plain("launch of '" + l.kernel + "': the toy GPU has no cooperative launches");
    if (l.cluster.x > 1 || l.cluster.y > 1 || l.cluster.z > 1)
      return plain("launch of '" + l.kernel + "': the toy GPU has no clusters");
    toy_gpu::Launch launch{l.kernel, l.grid, l.block, l.dynamic_shared, {}};
    if (l.alignments.size() != l.arguments.size()) return plain("arguments of unknown alignment");
    for (std::size_t i = 0; i < l.arguments.size(); ++i) {
      const std::size_t align = l.alignments[i];
      launch.arguments.resize((launch.arguments.size() + align - 1) / align * align);
      launch.arguments.insert(launch.arguments.end(), l.arguments[i].begin(), l.arguments[i].end());
    }
    // A kernel may count what fills its block up to the alignment.
    for (const toy_gpu::Function& f : program_.functions)
      if (f.name == l.kernel && f.args > launch.arguments.size() && f.args - launch.arguments.size() < 16)
        launch.arguments.resize(f.args);
    return device_.launch(launch);
  }

  std::uint64_t make_texture(const exec::TextureDesc&) override { lacks("textures"); }
  std::uint64_t make_surface(const exec::TextureDesc&) override { lacks("surfaces"); }
  std::optional<exec::Fault> bind(std::string_view, std::uint64_t) override { lacks("textures"); }
  exec::Address make_multicast(const std::vector<exec::Address>&, std::uint64_t) override { lacks("multicast memory"); }
  std::optional<exec::Fault> make_tensor_map(const exec::TensorMapDesc&, exec::TensorMap&) override {
    return plain("the toy GPU has no tensor maps");
  }
  std::string take_output() override { return {}; }

 private:
  toy_gpu::Program program_;
  toy_gpu::Device device_;
};

}  // namespace

std::unique_ptr<exec::Backend> make_toy_backend(const exec::MachineOptions& options) {
  return std::make_unique<ToyBackend>(options);
}

}  // namespace check
