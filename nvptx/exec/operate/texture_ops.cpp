// Handlers of tex, tld4, suld, sust, sured, txq, suq and istypep: lane by lane through the launch's TextureTable.
//
// The memory behind an object is looked up and measured once for each handle of a warp's instruction. Surfaces are
// that memory itself, so stores are seen at once, and by ordinary loads too.
// Cost: O(1) for each lane and texel. Source: PTX ISA 9.0, 9.7.10 and 9.7.11.
#include "nvptx/exec/operate/texture_ops.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "simt/lanes/lane_tools.hpp"
#include "simt/state/access.hpp"
#include "simt/texture/texture.hpp"

namespace lathe::nvptx::exec {
namespace {

using Kind = TextureDesc::Kind;
using Texel = TextureDesc::Texel;

/// An object that a lane names, ready for use.
struct Bound {
  std::uint64_t handle = 0;
  const TextureDesc* desc = nullptr;
  std::byte* data = nullptr;
};

/// What a handle, or the name of a module's variable, stands for.
struct Object {
  const TextureDesc* desc = nullptr;
  bool surface = false;
};
Object find(const Warp& w, std::uint64_t handle) {
  const TextureTable* table = w.block->grid->textures;
  if (table == nullptr) return {};
  handle = table->object_of(handle);
  return {table->find(handle), TextureTable::is_surface(handle)};
}

// Why an instruction of this geometry cannot use the object, or nullptr.
const char* misfit(const TextureDesc& d, std::uint32_t x, bool surface) {
  const bool cube = d.kind == Kind::cube;
  if (cube != ((x & geometry_cube) != 0)) return cube ? "is a cube, the instruction is for none" : "is no cube";
  const std::uint32_t dimensions = cube || d.kind == Kind::array_3d ? 3 : d.kind == Kind::array_2d ? 2 : 1;
  if ((x & geometry_dimensions) != dimensions) return "has another number of dimensions than the instruction";
  if (((x & geometry_layered) != 0) != (d.layers != 0))
    return d.layers != 0 ? "is layered, the instruction is not" : "has no layers, the instruction wants some";
  if (!surface && d.kind == Kind::buffer && (x & texture_integer) == 0)
    return "is linear memory, which takes integer coordinates";
  return nullptr;
}

// False after a fault.
bool bind(Warp& w, const Code& c, unsigned lane, bool surface, Bound& bound) {
  const std::uint64_t handle = w.in<std::uint64_t>(c.a)[lane];
  if (bound.desc != nullptr && bound.handle == handle) return true;
  const char* const what = surface ? "surface" : "texture";
  const auto fail = [&](const std::string& text) {
    w.fault(c, lane, text);
    return false;
  };
  const Object object = find(w, handle);
  bound = {handle, object.desc, nullptr};
  if (bound.desc == nullptr || object.surface != surface) {
    const bool other = bound.desc != nullptr;
    return fail("the handle is no " + std::string(what) + " object" +
                (other ? (surface ? " but a texture's" : " but a surface's") : ""));
  }
  if (const char* why = misfit(*bound.desc, c.x, surface)) return fail("the " + std::string(what) + " " + why);
  const Region* region = w.block->grid->memory->find(bound.desc->data);
  const std::uint64_t bytes = bytes_of(*bound.desc);
  if (region == nullptr || __atomic_load_n(&region->freed, __ATOMIC_RELAXED) ||
      bytes > region->bytes - (bound.desc->data - region->base))
    return fail("the " + std::string(what) + "'s " + std::to_string(bytes) + " bytes are not within one buffer");
  bound.data = region->host + (bound.desc->data - region->base);
  return true;
}

TextureCoordinates coordinates(const Warp& w, const Code& c, const Slot* extra, unsigned lane) {
  TextureCoordinates at;
  at.integer = (c.x & texture_integer) != 0;
  for (unsigned k = 0; k < (c.x & geometry_dimensions); ++k) {
    const std::uint32_t bits = w.in<std::uint32_t>(extra[slot_x + k])[lane];
    at.i[k] = static_cast<std::int32_t>(bits);
    at.f[k] = std::bit_cast<float>(bits);
    if (extra[slot_offset + k] != no_slot) at.offset[k] = w.in<std::int32_t>(extra[slot_offset + k])[lane];
  }
  if (extra[slot_layer] != no_slot) at.layer = w.in<std::uint32_t>(extra[slot_layer])[lane];
  return at;
}

std::array<float, 3> gradient(const Warp& w, const Slot* slots, unsigned lane) {
  std::array<float, 3> out{};
  for (unsigned k = 0; k < 3; ++k)
    if (slots[k] != no_slot) out[k] = w.in<float>(slots[k])[lane];
  return out;
}

template <class F>
Flow fetch(Warp& w, const Code& c, Mask mask, F&& f) {
  const Slot* extra = w.extra(c);
  std::uint32_t result[4][lane_count] = {};
  Bound bound;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (!bind(w, c, lane, false, bound)) return Flow::stop;
    const Color color = f(Texels{*bound.desc, bound.data}, coordinates(w, c, extra, lane), lane);
    for (unsigned k = 0; k < 4; ++k) result[k][lane] = color[k];
  }
  for (unsigned k = 0; k < 4; ++k) put_lanes(w.out<std::uint32_t>(extra[slot_data + k]), result[k], mask);
  if (extra[slot_resident] != no_slot) w.set_pred(extra[slot_resident], all_lanes, mask);
  return Flow::next;
}

/// The bytes of a surface that one lane means.
struct SurfacePlace {
  std::byte* host = nullptr;  ///< nullptr: outside, with .zero
  const TextureDesc* desc = nullptr;
};

// Puts `at` into [0, limit]; false when it is outside and not to be clamped.
bool bring_in(std::int64_t& at, std::int64_t limit, std::uint32_t flags) {
  if (at >= 0 && at <= limit) return true;
  if ((flags & surface_clamp) == 0) return false;
  at = at < 0 ? 0 : limit;
  return true;
}

// False after a fault. `bytes`: of the access; a formatted one has a texel.
bool place(Warp& w, const Code& c, unsigned lane, std::uint32_t bytes, AccessKind kind, Bound& bound,
           SurfacePlace& out) {
  if (!bind(w, c, lane, true, bound)) return false;
  const TextureDesc& d = *bound.desc;
  const Slot* extra = w.extra(c);
  const bool formatted = (c.x & surface_formatted) != 0;
  const std::uint32_t texel = texel_bytes(d);
  if (formatted) bytes = texel;
  std::array<std::int64_t, 3> at{};
  const std::uint32_t dimensions = c.x & geometry_dimensions;
  for (unsigned k = 0; k < dimensions; ++k) at[k] = w.in<std::int32_t>(extra[slot_x + k])[lane];
  if (formatted) at[0] *= texel;
  std::int64_t layer = extra[slot_layer] != no_slot ? w.in<std::uint32_t>(extra[slot_layer])[lane] : 0;
  const std::int64_t row = std::int64_t{d.width} * texel;
  out.desc = &d;
  out.host = nullptr;
  const bool inside = row >= bytes && bring_in(at[0], row - bytes, c.x) &&
                      (dimensions < 2 || bring_in(at[1], std::int64_t{d.height} - 1, c.x)) &&
                      (dimensions < 3 || bring_in(at[2], std::int64_t{d.depth} - 1, c.x)) &&
                      (d.layers == 0 || bring_in(layer, std::int64_t{d.layers} - 1, c.x));
  if (!inside) {
    if ((c.x & surface_zero) != 0) return true;
    std::string text = "surface access of " + std::to_string(bytes) + " bytes at byte " + std::to_string(at[0]);
    if (dimensions > 1) text += ", row " + std::to_string(at[1]);
    if (dimensions > 2) text += ", slice " + std::to_string(at[2]);
    if (d.layers != 0) text += ", layer " + std::to_string(layer);
    w.fault(c, lane, text + " is out of bounds");
    return false;
  }
  if (!formatted && at[0] % bytes != 0) {
    w.fault(c, lane,
            "surface access of " + std::to_string(bytes) + " bytes at byte " + std::to_string(at[0]) +
                " of a row is misaligned");
    return false;
  }
  const std::int64_t slice = d.layers != 0 ? layer : at[2], rows = dimensions > 1 ? d.height : 1;
  const std::int64_t offset = (slice * rows + at[1]) * row + at[0];
  out.host = bound.data + offset;
  if (w.block->grid->observer != nullptr) {
    AccessRequest request;
    request.space = Space::global;
    request.kind = kind;
    request.bytes = request.align = bytes;
    Address address[lane_count] = {};
    address[lane] = d.data + static_cast<std::uint64_t>(offset);
    tell_observer(w, c, 1U << lane, request, address, nullptr, 0);
  }
  return true;
}

// Element `k` of the data, in registers of 16 bits for 8 and 16, else of their own width.
std::uint64_t element(const Warp& w, Slot slot, unsigned bits, unsigned lane) {
  if (bits == 64) return w.in<std::uint64_t>(slot)[lane];
  return bits == 32 ? w.in<std::uint32_t>(slot)[lane] : w.in<std::uint16_t>(slot)[lane];
}
void set_element(Warp& w, Slot slot, unsigned bits, unsigned lane, std::uint64_t value) {
  if (bits == 64)
    w.out<std::uint64_t>(slot)[lane] = value;
  else if (bits == 32)
    w.out<std::uint32_t>(slot)[lane] = static_cast<std::uint32_t>(value);
  else
    w.out<std::uint16_t>(slot)[lane] = static_cast<std::uint16_t>(value);
}

// OpenCL's numbers, which PTX has taken over.
std::uint32_t channel_data_type(const TextureDesc& d) {
  switch (d.texel) {
    case Texel::s8:
      return d.normalized_read ? 0x10d0 : 0x10d7;
    case Texel::s16:
      return d.normalized_read ? 0x10d1 : 0x10d8;
    case Texel::u8:
      return d.normalized_read ? 0x10d2 : 0x10da;
    case Texel::u16:
      return d.normalized_read ? 0x10d3 : 0x10db;
    case Texel::s32:
      return 0x10d9;
    case Texel::u32:
      return 0x10dc;
    case Texel::f16:
      return 0x10dd;
    case Texel::f32:
      break;
  }
  return 0x10de;
}

std::uint32_t answer(const TextureDesc& d, TextureQuery query) {
  switch (query) {
    case TextureQuery::width:
      return d.width;
    case TextureQuery::height:
      return d.height;
    case TextureQuery::depth:
      return d.depth;
    case TextureQuery::array_size:
      return d.layers;
    case TextureQuery::channel_data_type:
      return channel_data_type(d);
    case TextureQuery::channel_order:
      return d.channels == 1 ? 0x10b0 : d.channels == 2 ? 0x10b2 : 0x10b5;
    case TextureQuery::normalized_coords:
      return d.normalized_coords ? 1 : 0;
    case TextureQuery::force_unnormalized_coords:
      return d.normalized_coords ? 0 : 1;
    case TextureQuery::filter_mode:
      return d.linear_filter ? 1 : 0;
    case TextureQuery::addr_mode:
      switch (d.wrap) {  // wrap, mirror, clamp_ogl, clamp_to_edge, clamp_to_border
        case TextureDesc::Wrap::repeat:
          return 0;
        case TextureDesc::Wrap::mirror:
          return 1;
        case TextureDesc::Wrap::clamp:
          return 3;
        case TextureDesc::Wrap::border:
          return 4;
      }
      return 3;
    case TextureQuery::num_mipmap_levels:
      return d.levels;
    case TextureQuery::num_samples:
      return 1;
    case TextureQuery::memory_layout:
      break;
  }
  return 0;
}

}  // namespace

Flow run_tex(Warp& w, const Code& c, Mask mask) {
  const Slot* extra = w.extra(c);
  const char* why = nullptr;
  unsigned bad = 0;
  const Flow flow = fetch(w, c, mask, [&](const Texels& t, const TextureCoordinates& at, unsigned lane) {
    if (t.desc.levels == 1 && t.desc.kind != Kind::cube) return sample(t, at);
    Color color{};
    double level = 0;
    const char* fault = at.integer && t.desc.levels > 1 ? "integer coordinates of a texture with mip levels" : nullptr;
    if (extra[slot_level] != no_slot) level = double{w.in<float>(extra[slot_level])[lane]};
    if (fault == nullptr && extra[slot_dx] != no_slot)
      fault = level_of_gradient(t.desc, gradient(w, extra + slot_dx, lane), gradient(w, extra + slot_dy, lane), level);
    if (fault == nullptr) fault = sample_level(t, at, level, color);
    if (fault != nullptr && why == nullptr) why = fault, bad = lane;
    return color;
  });
  return flow == Flow::next && why != nullptr ? w.fault(c, bad, why) : flow;
}

Flow run_tld4(Warp& w, const Code& c, Mask mask) {
  return fetch(w, c, mask, [&](const Texels& t, const TextureCoordinates& at, unsigned) { return gather(t, at, c.y); });
}

Flow run_suld(Warp& w, const Code& c, Mask mask) {
  const Slot* extra = w.extra(c);
  const unsigned bits = c.y & 0xff, count = c.y >> 8;
  const std::uint32_t bytes = bits / 8;
  std::uint64_t result[4][lane_count] = {};
  Bound bound;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    SurfacePlace at;
    if (!place(w, c, lane, bytes * count, AccessKind::read, bound, at)) return Flow::stop;
    for (unsigned k = 0; at.host != nullptr && k < count; ++k)
      std::memcpy(&result[k][lane], at.host + std::size_t{k} * bytes, bytes);
  }
  // Results last: one of them may be a coordinate's register.
  for_lanes(mask, [&](unsigned lane) {
    for (unsigned k = 0; k < count; ++k) set_element(w, extra[slot_data + k], bits, lane, result[k][lane]);
  });
  return Flow::next;
}

Flow run_sust(Warp& w, const Code& c, Mask mask) {
  const Slot* extra = w.extra(c);
  const unsigned bits = c.y & 0xff, count = c.y >> 8;
  const std::uint32_t bytes = bits / 8;
  Bound bound;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    SurfacePlace at;
    if (!place(w, c, lane, bytes * count, AccessKind::write, bound, at)) return Flow::stop;
    if (at.host == nullptr) continue;
    if ((c.x & surface_formatted) != 0) {
      Color color{};
      for (unsigned k = 0; k < count; ++k) color[k] = w.in<std::uint32_t>(extra[slot_data + k])[lane];
      write_texel(*at.desc, at.host, color);
      continue;
    }
    for (unsigned k = 0; k < count; ++k) {
      const std::uint64_t value = element(w, extra[slot_data + k], bits, lane);
      std::memcpy(at.host + std::size_t{k} * bytes, &value, bytes);
    }
  }
  return Flow::next;
}

Flow run_sured(Warp& w, const Code& c, Mask mask) {
  const Slot* extra = w.extra(c);
  const auto operation = static_cast<AsyncOperation>(c.y & 0xff);
  const auto type = static_cast<mir::Type>(c.y >> 8);
  const unsigned bits = mir::bits_of(type);
  const bool formatted = (c.x & surface_formatted) != 0;
  Bound bound;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    SurfacePlace at;
    if (!place(w, c, lane, bits / 8, AccessKind::atomic, bound, at)) return Flow::stop;
    if (at.host == nullptr) continue;
    mir::Type as = type;
    if (formatted) {
      const bool fits =
          at.desc->channels * 32U == bits && (at.desc->texel == Texel::u32 || at.desc->texel == Texel::s32);
      if (!fits) return w.fault(c, lane, "sured.p on a surface whose texels are not one integer of its width");
      const bool sign = at.desc->texel == Texel::s32;
      as = bits == 64 ? (sign ? mir::Type::s64 : mir::Type::u64) : (sign ? mir::Type::s32 : mir::Type::u32);
    }
    const std::uint64_t value = element(w, extra[slot_data], bits, lane);
    if (reinterpret_cast<std::uintptr_t>(at.host) % (bits / 8) == 0) {
      reduce_element(operation, as, at.host, value);
      continue;
    }
    // Rows are packed in our memory, so one may begin anywhere: then not in one atomic step.
    alignas(8) std::byte copy[8];
    std::memcpy(copy, at.host, bits / 8);
    reduce_element(operation, as, copy, value);
    std::memcpy(at.host, copy, bits / 8);
  }
  return Flow::next;
}

Flow run_texture_query(Warp& w, const Code& c, Mask mask) {
  std::uint32_t result[lane_count] = {};
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const std::uint64_t handle = w.in<std::uint64_t>(c.a)[lane];
    const auto [desc, surface] = find(w, handle);
    if (desc == nullptr || surface != (c.y != 0))
      return w.fault(c, lane, c.y != 0 ? "the handle is no surface object" : "the handle is no texture object");
    const std::uint32_t level = c.b != no_slot ? w.in<std::uint32_t>(c.b)[lane] : 0;
    if (level >= desc->levels)
      return w.fault(c, lane, "level " + std::to_string(level) + " of a texture of " + std::to_string(desc->levels));
    std::uint64_t offset = 0;
    const bool of_level = c.b != no_slot;
    result[lane] = answer(of_level ? level_of(*desc, level, offset) : *desc, static_cast<TextureQuery>(c.x));
  }
  put_lanes(w.out<std::uint32_t>(c.d), result, mask);
  return Flow::next;
}

Flow run_istypep(Warp& w, const Code& c, Mask mask) {
  Mask is = 0;
  for_lanes(mask, [&](unsigned lane) {
    const Object object = find(w, w.in<std::uint64_t>(c.a)[lane]);
    if (object.desc != nullptr && (object.surface ? 1U : 0U) == c.y) is |= 1U << lane;
  });
  w.set_pred(c.d, is, mask);
  return Flow::next;
}

}  // namespace lathe::nvptx::exec
