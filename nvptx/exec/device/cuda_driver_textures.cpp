// Textures and surfaces of the CUDA backend, and the opening of the driver's library.
//
// A TextureDesc is plain memory; the device wants arrays in its own layout. So each object has an array that is
// filled from the memory before every launch and, for a surface, copied back after it. Kind::buffer is read in place.
// Cost: two copies of each array per launch. Source: CUDA driver API 13.0.
#include <dlfcn.h>

#include "nvptx/exec/device/cuda_driver.hpp"
#include "nvptx/exec/operate/tensor_map.hpp"
#include "simt/texture/texture.hpp"

namespace lathe::nvptx::exec {
namespace {

using Kind = TextureDesc::Kind;
using Texel = TextureDesc::Texel;

int format_of(Texel texel) {
  switch (texel) {
    case Texel::u8:
      return cuda::format_u8;
    case Texel::s8:
      return cuda::format_s8;
    case Texel::u16:
      return cuda::format_u16;
    case Texel::s16:
      return cuda::format_s16;
    case Texel::u32:
      return cuda::format_u32;
    case Texel::s32:
      return cuda::format_s32;
    case Texel::f16:
      return cuda::format_f16;
    case Texel::f32:
      break;
  }
  return cuda::format_f32;
}

int address_mode_of(TextureDesc::Wrap wrap) {
  switch (wrap) {
    case TextureDesc::Wrap::repeat:
      return cuda::address_wrap;
    case TextureDesc::Wrap::clamp:
      return cuda::address_clamp;
    case TextureDesc::Wrap::mirror:
      return cuda::address_mirror;
    case TextureDesc::Wrap::border:
      break;
  }
  return cuda::address_border;
}

cuda::ArrayDescriptor array_of(const TextureDesc& d, bool surface) {
  cuda::ArrayDescriptor a;
  a.width = d.width;
  a.height = d.kind == Kind::array_1d ? 0 : d.height;
  a.depth = d.layers != 0 ? d.layers : d.kind == Kind::array_3d ? d.depth : 0;
  a.format = format_of(d.texel);
  a.channels = d.channels;
  if (d.layers != 0) a.flags |= cuda::array_layered;
  if (surface) a.flags |= cuda::array_surface;
  // tld4 wants it, and only two-dimensional arrays may have it.
  if (!surface && d.kind == Kind::array_2d && d.layers == 0) a.flags |= cuda::array_gather;
  return a;
}

cuda::TextureDescriptor texture_of(const TextureDesc& d) {
  cuda::TextureDescriptor t;
  for (int& mode : t.address_mode) mode = address_mode_of(d.wrap);
  t.filter_mode = d.linear_filter ? cuda::filter_linear : cuda::filter_point;
  const bool integer = d.texel != Texel::f16 && d.texel != Texel::f32;
  if (integer && !d.normalized_read) t.flags |= cuda::read_as_integer;
  if (d.normalized_coords) t.flags |= cuda::normalized_coordinates;
  return t;
}

}  // namespace

std::optional<Fault> CudaBackend::bind(std::string_view name, std::uint64_t /*object*/) {
  Fault fault;
  fault.text = "'" + std::string(name) + "': variables are bound on the CPU alone; pass handles as arguments";
  return fault;
}

std::uint64_t CudaBackend::make_object(const TextureDesc& desc, bool surface) {
  if (usable() || !makes_sense(desc, surface)) return 0;
  if (desc.levels > 1 || desc.kind == Kind::cube) return 0;  // not made here yet
  Object object{desc, surface, 0, nullptr};
  cuda::ResourceDescriptor resource;
  if (desc.kind == Kind::buffer) {
    resource.type = cuda::resource_linear;
    resource.resource.linear = {desc.data, format_of(desc.texel), desc.channels, bytes_of(desc)};
  } else {
    const cuda::ArrayDescriptor array = array_of(desc, surface);
    if (driver_.array_create(&object.array, &array) != cuda::success) return 0;
    resource.type = cuda::resource_array;
    resource.resource.array.array = object.array;
  }
  const cuda::TextureDescriptor texture = texture_of(desc);
  const auto r = surface ? driver_.surface_create(&object.handle, &resource)
                         : driver_.texture_create(&object.handle, &resource, &texture, nullptr);
  if (r != cuda::success) {
    if (object.array != nullptr) driver_.array_destroy(object.array);
    return 0;
  }
  objects_.push_back(object);
  return object.handle;
}

// Memory into every array (to_device), or every surface's array back into its memory.
std::optional<Fault> CudaBackend::copy_arrays(bool to_device) {
  for (const Object& o : objects_) {
    if (o.array == nullptr || (!to_device && !o.surface)) continue;
    const TextureDesc& d = o.desc;
    cuda::Copy3D copy;
    copy.width_bytes = std::size_t{d.width} * texel_bytes(d);
    copy.height = d.kind == Kind::array_1d ? 1 : d.height;
    copy.depth = d.layers != 0 ? d.layers : d.kind == Kind::array_3d ? d.depth : 1;
    if (to_device) {
      copy.src_type = cuda::memory_device;
      copy.src_device = d.data;
      copy.src_pitch = copy.width_bytes;
      copy.src_height = copy.height;
      copy.dst_type = cuda::memory_array;
      copy.dst_array = o.array;
    } else {
      copy.src_type = cuda::memory_array;
      copy.src_array = o.array;
      copy.dst_type = cuda::memory_device;
      copy.dst_device = d.data;
      copy.dst_pitch = copy.width_bytes;
      copy.dst_height = copy.height;
    }
    if (auto fault = check(driver_.copy_3d(&copy), o.surface ? "contents of a surface" : "contents of a texture"))
      return fault;
  }
  return std::nullopt;
}

std::optional<Fault> CudaBackend::make_tensor_map(const TensorMapDesc& desc, TensorMap& map) {
  if (auto fault = usable()) return fault;
  TensorMapDesc d = desc;
  if (d.rank >= 1 && d.rank <= 5) fill_strides(d);
  alignas(64) TensorMap aligned;
  auto* data = reinterpret_cast<void*>(static_cast<std::uintptr_t>(d.data));
  const auto type = static_cast<int>(d.type), interleave = static_cast<int>(d.interleave),
             swizzle = static_cast<int>(d.swizzle), fill = d.nan_fill ? 1 : 0;
  const auto r = d.pixels == 0
                     ? driver_.tensor_map_tiled(aligned.data(), type, d.rank, data, d.size.data(), d.stride.data(),
                                                d.box.data(), d.step.data(), interleave, swizzle, 0, fill)
                     : driver_.tensor_map_im2col(aligned.data(), type, d.rank, data, d.size.data(), d.stride.data(),
                                                 d.lower.data(), d.upper.data(), d.channels, d.pixels, d.step.data(),
                                                 interleave, swizzle, 0, fill);
  if (auto fault = check(r, "tensor map")) return fault;
  map = aligned;
  return std::nullopt;
}

bool cuda::load_driver(Driver& driver, std::string& error) {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    error = std::string("no CUDA driver: ") + (why != nullptr ? why : "libcuda.so.1 cannot be opened");
    return false;
  }
  // Never closed: the driver keeps threads that run its code.
  bool found = true;
  const auto get = [&](const char* name) {
    void* symbol = dlsym(library, name);
    if (symbol == nullptr && found) {
      found = false;
      error = std::string("the CUDA driver is too old: it has no ") + name;
    }
    return symbol;
  };
#define LATHE_CUDA_LOAD(member, symbol, parameters) \
  driver.member = reinterpret_cast<decltype(driver.member)>(get(#symbol));
  LATHE_CUDA_FUNCTIONS(LATHE_CUDA_LOAD)
#undef LATHE_CUDA_LOAD
  return found;
}

}  // namespace lathe::nvptx::exec
