// The door: Machine over Program, Memory and run_grid; checks of a launch before it runs.
#include <algorithm>
#include <cstring>

#include "nvptx/exec/exec.hpp"
#include "nvptx/exec/operate/multimem.hpp"
#include "nvptx/exec/operate/tensor_map.hpp"
#include "nvptx/exec/state/program.hpp"
#include "simt/client/device.hpp"
#include "simt/state/level.hpp"
#include "simt/state/memory.hpp"
#include "simt/state/observer.hpp"
#include "simt/texture/texture.hpp"

namespace lathe::nvptx::exec {

struct Machine::State : Device {
  using Device::check_local, Device::check_shape, Device::check_shared, Device::memory_, Device::options_, Device::run;
  explicit State(const MachineOptions& o) : Device(o) {}
  TextureTable textures;
  Multicasts multicasts;
  std::unique_ptr<PtxProgram> program;
  std::string output;
  // Of the modules that are loaded, in their order; null: there is none.
  const Symbol* symbol(std::string_view name) const {
    const Symbol* s = nullptr;
    for (std::size_t m = 0; m < program->modules.size() && s == nullptr; ++m) s = program->find(m, name);
    return s;
  }
};

namespace {

// A directive such as .reqntid 8, 8: missing parts are 1; {0,0,0} when it is not there.
Dim3 directive(const mir::Function& f, std::string_view name) {
  for (const mir::Directive& d : f.directives) {
    if (d.name != name || d.values.empty()) continue;
    const auto part = [&](std::size_t i) { return i < d.values.size() ? static_cast<std::uint32_t>(d.values[i]) : 1U; };
    return {part(0), part(1), part(2)};
  }
  return {0, 0, 0};
}

std::string type_text(const mir::Variable& v) {
  std::string out(mir::to_string(v.type));
  for (const auto n : v.dims) out += "[" + std::to_string(n) + "]";
  return out;
}

// What the kernel's directives say of it.
std::optional<Fault> check_directives(const Launch& l, const mir::Function& f, Dim3& cluster) {
  const std::string who = "launch of '" + l.kernel + "': ";
  const std::uint64_t threads = l.block.count();
  const Dim3 required = directive(f, "reqntid"), most = directive(f, "maxntid");
  if (required.x != 0 && !(required == l.block))
    return plain(who + "the kernel requires blocks of " + std::to_string(required.x) + "," +
                 std::to_string(required.y) + "," + std::to_string(required.z) + " threads (.reqntid)");
  if (most.x != 0 && threads > most.count())
    return plain(who + "the kernel allows at most " + std::to_string(most.count()) + " threads in a block (.maxntid)");
  cluster = l.cluster;
  if (cluster.x == 0) cluster = directive(f, "reqnctapercluster");
  if (cluster.x == 0) cluster = {1, 1, 1};
  cluster.y = std::max(1U, cluster.y);
  cluster.z = std::max(1U, cluster.z);
  if (cluster.count() > 16) return plain(who + "a cluster has at most 16 blocks");
  if (l.grid.x % cluster.x != 0 || l.grid.y % cluster.y != 0 || l.grid.z % cluster.z != 0)
    return plain(who + "the grid is not a multiple of the cluster");
  return std::nullopt;
}

std::optional<Fault> pack_params(const Launch& l, const FunctionCode& kernel, std::vector<std::byte>& params) {
  const auto& formal = kernel.kernel_params;
  const std::string who = "launch of '" + l.kernel + "': ";
  if (formal.size() != l.arguments.size())
    return plain(who + std::to_string(l.arguments.size()) + " arguments, the kernel has " +
                 std::to_string(formal.size()) + " parameters");
  params.assign(kernel.param_bytes, std::byte{0});
  for (std::size_t i = 0; i < formal.size(); ++i) {
    if (l.arguments[i].size() != formal[i].bytes)
      return plain(who + "argument " + std::to_string(i + 1) + " has " + std::to_string(l.arguments[i].size()) +
                   " bytes, parameter '" + formal[i].name + "' has " + std::to_string(formal[i].bytes));
    std::memcpy(params.data() + formal[i].offset, l.arguments[i].data(), formal[i].bytes);
  }
  return std::nullopt;
}

}  // namespace

Machine::Machine(const MachineOptions& options) : state_(std::make_unique<State>(options)) {}
Machine::~Machine() = default;

std::optional<Fault> Machine::load(const std::vector<Source>& sources) {
  state_->program.reset();
  state_->textures.forget_names();
  for (const auto kind : {RegionKind::variable, RegionKind::constant, RegionKind::heap}) state_->memory_.drop(kind);
  Fault fault;
  baseline_only = state_->options_.baseline;
  state_->program = load_program(sources, state_->memory_, fault);
  baseline_only = false;
  if (!state_->program) return fault;
  return std::nullopt;
}

std::vector<KernelInfo> Machine::kernels() const {
  std::vector<KernelInfo> out;
  if (!state_->program) return out;
  for (const PtxFunction& f : state_->program->functions) {
    if (!f.kernel) continue;
    KernelInfo k;
    k.name = f.name;
    k.static_shared = state_->program->static_shared;
    k.local = f.local_bytes;
    k.required_block = directive(*f.function, "reqntid");
    k.max_block = directive(*f.function, "maxntid");
    k.required_cluster = directive(*f.function, "reqnctapercluster");
    for (std::size_t i = 0; i < f.kernel_params.size(); ++i) {
      const FrameVariable& p = f.kernel_params[i];
      const mir::Variable& v = f.function->params[i];
      k.params.push_back({p.name, p.bytes, p.align, type_text(v), v.ptr});
    }
    out.push_back(std::move(k));
  }
  return out;
}

Address Machine::allocate(std::uint64_t bytes) { return state_->allocate(bytes); }
std::optional<Fault> Machine::release(Address address) { return state_->release(address); }
std::optional<Fault> Machine::write(Address to, std::span<const std::byte> bytes) { return state_->write(to, bytes); }
std::optional<Fault> Machine::read(Address from, std::span<std::byte> bytes) { return state_->read(from, bytes); }

std::optional<std::pair<Address, std::uint64_t>> Machine::symbol(std::string_view name) {
  if (!state_->program) return std::nullopt;
  const Symbol* const s = state_->symbol(name);
  if (s == nullptr || (s->kind != Symbol::Kind::global && s->kind != Symbol::Kind::constant)) return std::nullopt;
  return std::pair{Address{s->address}, s->bytes};
}

std::uint64_t Machine::make_texture(const TextureDesc& desc) { return state_->textures.add(desc, false); }
std::uint64_t Machine::make_surface(const TextureDesc& desc) { return state_->textures.add(desc, true); }

std::optional<Fault> Machine::bind(std::string_view name, std::uint64_t object) {
  const std::string what = "'" + std::string(name) + "'";
  if (!state_->program) return plain("nothing is loaded");
  const Symbol* const s = state_->symbol(name);
  if (s == nullptr) return plain("there is no variable " + what);
  const bool surface = s->kind == Symbol::Kind::surface;
  if (!surface && s->kind != Symbol::Kind::texture) return plain(what + " is no .texref or .surfref variable");
  if (state_->textures.find(object) == nullptr || state_->textures.is_surface(object) != surface)
    return plain(what + " wants a " + (surface ? "surface" : "texture"));
  state_->textures.bind(s->address, object);
  return std::nullopt;
}

Address Machine::make_multicast(const std::vector<Address>& buffers, std::uint64_t bytes) {
  return state_->multicasts.add(state_->memory_, buffers, bytes);
}

std::optional<Fault> Machine::make_tensor_map(const TensorMapDesc& desc, TensorMap& map) {
  TensorMapDesc filled = desc;
  if (filled.rank >= 1 && filled.rank <= 5) fill_strides(filled);
  if (const std::string why = tensor_map_fault(filled); !why.empty()) return plain("tensor map: " + why);
  map = encode_tensor_map(filled);
  return std::nullopt;
}

std::string Machine::take_output() { return std::exchange(state_->output, {}); }
const LaunchStats& Machine::stats() const { return state_->stats(); }

std::optional<Fault> Machine::launch(const Launch& l) {
  if (!state_->program) return plain("nothing is loaded");
  const PtxFunction* kernel = nullptr;
  for (const PtxFunction& f : state_->program->functions)
    if (f.kernel && f.name == l.kernel) kernel = &f;
  if (kernel == nullptr) return plain("there is no kernel '" + l.kernel + "'");
  const std::string who = "launch of '" + l.kernel + "': ";
  PtxGrid grid;
  if (auto fault = State::check_shape(who, l.grid, l.block)) return fault;
  if (auto fault = check_directives(l, *kernel->function, grid.cluster)) return fault;
  if (auto fault = pack_params(l, *kernel, grid.params)) return fault;
  constexpr std::uint32_t most_dynamic = 232448;  // of an sm_90 block; more is a mistake
  if (auto fault = State::check_shared(who, l.dynamic_shared, most_dynamic)) return fault;
  grid.program = state_->program.get();
  grid.kernel = kernel;
  grid.grid = l.grid;
  grid.block = l.block;
  grid.dynamic_shared = l.dynamic_shared;
  grid.shared_bytes = state_->program->static_shared + l.dynamic_shared;
  grid.textures = &state_->textures;
  grid.multicasts = &state_->multicasts;
  if (auto fault = state_->check_local(who, *kernel)) return fault;
  if (l.cooperative) {
    const Region* workspace = state_->memory_.add(8, 256, RegionKind::buffer, "grid workspace");
    if (workspace == nullptr) return plain("no memory for the workspace of a cooperative launch");
    const std::uint32_t size = 8;
    std::memcpy(workspace->host, &size, sizeof size);
    grid.workspace = workspace->base;
  }
  GridResult result = state_->run(grid, l.cooperative);
  if (grid.workspace != 0) state_->memory_.release(grid.workspace, RegionKind::buffer);
  state_->output += result.output;
  return result.fault;
}

}  // namespace lathe::nvptx::exec
