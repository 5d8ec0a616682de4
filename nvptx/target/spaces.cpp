// See spaces.hpp.
#include "nvptx/target/spaces.hpp"

namespace lathe::nvptx {

using codegen::Space;
using codegen::SpaceFacts;
using codegen::ToGeneric;

std::array<SpaceFacts, 8> address_spaces(const Features& features) {
  const auto made = [&](unsigned number, Space role) {
    SpaceFacts one;
    one.number = number;
    one.role = role;
    one.odd_lanes = true;  // legalization takes them apart, or widens them where the alignment is enough
    const bool window = role == Space::shared || role == Space::shared_cluster || role == Space::constant ||
                        role == Space::local || role == Space::tensor;
    if (window && (features.short_pointers || role == Space::tensor)) one.pointer_bits = 32;
    return one;
  };
  SpaceFacts generic = made(space::generic, Space::generic);
  generic.to_generic = ToGeneric::same_bits;
  generic.uniform_loads = false;
  generic.prefetches = true;

  SpaceFacts global = made(space::global, Space::global);
  if (features.has(100, 88)) {
    global.widest = 32;
    global.most_lanes = {4, 4, 8, 4};
  }
  global.unwritten_loads = features.has_nc();
  global.prefetches = true;

  SpaceFacts shared = made(space::shared, Space::shared);
  shared.inside = space::shared_cluster;
  shared.initialized = false;

  SpaceFacts cluster = made(space::shared_cluster, Space::shared_cluster);
  cluster.initialized = cluster.of_module = false;

  // Volatile accesses: PTX has ld.volatile for global and shared memory, and in local, constant and parameter memory
  // there is nobody else whose writes could be missed.
  SpaceFacts constant = made(space::constant, Space::constant);
  constant.read_only = true;
  constant.volatile_stores = false;

  SpaceFacts local = made(space::local, Space::local);
  local.one_thread = true;
  local.initialized = local.of_module = false;
  local.uniform_loads = false;

  SpaceFacts param = made(space::param, Space::param);
  param.read_only = param.one_thread = param.fixed_offsets = true;
  param.initialized = param.of_module = param.volatile_stores = false;
  param.certain = false;  // its generic window depends on the target

  SpaceFacts tensor = made(space::tensor, Space::tensor);
  tensor.loads = tensor.of_module = false;
  tensor.to_generic = ToGeneric::never;
  tensor.title = "tensor memory";
  return {generic, global, shared, cluster, constant, local, param, tensor};
}

}  // namespace lathe::nvptx
