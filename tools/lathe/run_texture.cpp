// texture: and surface: of `lathe run`, as arguments and bound to variables.
#include <fmt/format.h>

#include "tools/lathe/run.hpp"
#include "tools/lathe/run_keys.hpp"

namespace lathe::nvptx::cli {
namespace {

using exec::TextureDesc;
using Kind = TextureDesc::Kind;
using Texel = TextureDesc::Texel;
using Wrap = TextureDesc::Wrap;
using Yes = std::pair<std::string_view, bool>;

constexpr std::pair<std::string_view, Kind> kinds[] = {{"buffer", Kind::buffer},
                                                       {"1d", Kind::array_1d},
                                                       {"2d", Kind::array_2d},
                                                       {"3d", Kind::array_3d},
                                                       {"cube", Kind::cube}};
constexpr std::pair<std::string_view, Texel> texels[] = {{"u8", Texel::u8},   {"i8", Texel::s8},   {"u16", Texel::u16},
                                                         {"i16", Texel::s16}, {"u32", Texel::u32}, {"i32", Texel::s32},
                                                         {"f16", Texel::f16}, {"f32", Texel::f32}};
constexpr std::pair<std::string_view, Wrap> wraps[] = {
    {"repeat", Wrap::repeat}, {"clamp", Wrap::clamp}, {"mirror", Wrap::mirror}, {"border", Wrap::border}};
constexpr Yes coordinates[] = {{"texels", false}, {"normalized", true}};
constexpr Yes filters[] = {{"nearest", false}, {"linear", true}};
constexpr Yes reads[] = {{"element", false}, {"normalized", true}};

class TextureReader {
 public:
  TextureReader(RunTexture& texture, std::string& reason) : texture_(texture), d_(texture.desc), reason_(reason) {}

  bool one(std::string_view key, std::string_view value) {
    std::uint32_t number = 0;
    if (key == "dim") return numbers(value, size_, dimensions_, reason_);
    if (key == "kind") return kind_ = choose(value, kinds, "kind", d_.kind, reason_);
    if (key == "type") return texture_.typed = choose(value, texels, "type", d_.texel, reason_);
    if (key == "layers") return count(value, d_.layers);
    if (key == "channels") {
      if (!count(value, number)) return false;
      d_.channels = static_cast<std::uint8_t>(number > 4 ? 0 : number);
      return d_.channels == 1 || d_.channels == 2 || d_.channels == 4 || wrong("channels are 1, 2 or 4");
    }
    if (texture_.surface) return wrong(fmt::format("no '{}='; known of surfaces: dim kind type layers channels", key));
    if (key == "levels") return count(value, d_.levels);
    if (key == "coords") return choose(value, coordinates, "coords", d_.normalized_coords, reason_);
    if (key == "filter") return choose(value, filters, "filter", d_.linear_filter, reason_);
    if (key == "level_filter") return choose(value, filters, "filter", d_.linear_levels, reason_);
    if (key == "read") return choose(value, reads, "way to read", d_.normalized_read, reason_);
    if (key == "wrap") return choose(value, wraps, "wrap", d_.wrap, reason_);
    return wrong(
        fmt::format("no '{}='; known: dim kind type layers channels coords filter read wrap levels level_filter", key));
  }

  bool finish() {
    if (dimensions_ == 0) return wrong("dim= is missing");
    constexpr Kind by_dimensions[] = {Kind::array_1d, Kind::array_2d, Kind::array_3d};
    if (!kind_) d_.kind = by_dimensions[dimensions_ - 1];
    const std::size_t wanted = d_.kind == Kind::array_3d                            ? 3
                               : d_.kind == Kind::array_2d || d_.kind == Kind::cube ? 2
                                                                                    : 1;
    if (dimensions_ != wanted)
      return wrong(fmt::format("dim= has {} numbers, such a kind has {}", dimensions_, wanted));
    d_.width = size_[0];
    d_.height = size_[1];
    d_.depth = size_[2];
    return true;
  }

 private:
  bool wrong(std::string text) {
    reason_ = std::move(text);
    return false;
  }
  bool count(std::string_view value, std::uint32_t& out) {
    std::array<std::uint32_t, 1> one{};
    std::size_t found = 0;
    if (!numbers(value, one, found, reason_)) return false;
    out = one[0];
    return true;
  }

  RunTexture& texture_;
  TextureDesc& d_;
  std::string& reason_;
  std::array<std::uint32_t, 3> size_{};
  std::size_t dimensions_ = 0;
  bool kind_ = false;
};

}  // namespace

bool parse_texture(std::string_view& text, RunTexture& texture, std::string& reason) {
  TextureReader reader(texture, reason);
  const char* const missing = "the memory is missing; write texture:dim=..:of:BUFFER";
  return read_keys(text, missing, reason, [&](auto key, auto value) { return reader.one(key, value); }) &&
         reader.finish();
}

bool element_of_texture(const Element& element, TextureDesc& desc) {
  std::string reason;
  return choose(std::string_view(element_name(element)), texels, "type", desc.texel, reason);
}

}  // namespace lathe::nvptx::cli
