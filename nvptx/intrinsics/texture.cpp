// Textures: tex, tld4, questions about them, and the handles of texture and surface globals.
//
// A handle is a 64-bit register, or the name of the global where the call gives it. A .unified name has one handle;
// the others have a texture and a sampler. PTX wants coordinate tuples of 1, 2 or 4: the last one is repeated.
// Source: PTX ISA, "Texture Instructions".
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

/// A handle: the global's name if it is known, else the register.
Writer& handle(Writer& w, unsigned arg) {
  const auto& arguments = w.call().arguments;
  if (arg < arguments.size() && !arguments[arg].symbol.empty()) return w.literal(arguments[arg].symbol);
  return w.in(arg);
}

/// `count` arguments in braces, filled up to 4 when they are 3.
Writer& padded(Writer& w, unsigned first, unsigned count) {
  w.open().in_range(first, count);
  if (count == 3) w.in(first + 2);
  return w.close();
}

/// "v4f32" -> ".v4.f32"
std::string result_suffix(std::string_view token) {
  if (token != "v4f32" && token != "v4s32" && token != "v4u32") return {};
  return ".v4." + std::string(token.substr(2));
}

/// tex[.unified].GEOMETRY[.array][.level|.grad].v4T.C
bool tex_family(Name& name, Writer& w) {
  const bool unified = name.take("unified");
  const std::string geometry(name.take_one_of({"1d", "2d", "3d", "cube"}));
  const bool array = name.take("array");
  const std::string mip(name.take_one_of({"level", "grad"}));
  const std::string type = result_suffix(name.next());
  const std::string coordinate(name.take_one_of({"s32", "f32"}));
  if (geometry.empty() || type.empty() || coordinate.empty() || !name.done()) return false;
  const unsigned axes = geometry == "1d" ? 1 : geometry == "2d" ? 2 : 3;
  w.op("tex" + (mip.empty() ? "" : "." + mip) + (array ? ".a" : ".") + geometry + type + "." + coordinate);
  w.results_tuple().open_bracket();
  unsigned next = 0;
  handle(w, next++);
  if (!unified) handle(w, next++);
  const unsigned coordinates = axes + (array ? 1 : 0);
  padded(w, next, coordinates).close_bracket();
  next += coordinates;
  if (mip == "level") w.in(next);
  if (mip == "grad") {
    padded(w, next, axes);
    padded(w, next + axes, axes);
  }
  // Textures are not written while a kernel reads them: equal fetches have equal results.
  return w.finish();
}

/// tld4[.unified].{r,g,b,a}.2d.v4T.f32: one component of four texels.
bool tld4_family(Name& name, Writer& w) {
  const bool unified = name.take("unified");
  const std::string component(name.take_one_of({"r", "g", "b", "a"}));
  if (component.empty() || !name.take("2d")) return false;
  const std::string type = result_suffix(name.next());
  if (type.empty() || !name.take("f32") || !name.done()) return false;
  w.op("tld4." + component + ".2d" + type + ".f32").results_tuple().open_bracket();
  handle(w, 0);
  if (!unified) handle(w, 1);
  return w.in_tuple(unified ? 1 : 2, 2).close_bracket().finish();
}

/// txq.num.mipmap.levels -> txq.num_mipmap_levels
bool txq_family(Name& name, Writer& w) {
  const std::string what = join(name, name.left(), '_');
  if (what.empty()) return false;
  w.op("txq." + what + ".b32").results().open_bracket();
  return handle(w, 0).close_bracket().finish();
}

bool istypep_family(Name& name, Writer& w) {
  const std::string_view what = name.take_one_of({"sampler", "surface", "texture"});
  if (what.empty() || !name.done()) return false;
  return w.simple(what == "sampler" ? "istypep.samplerref" : what == "surface" ? "istypep.surfref" : "istypep.texref");
}

/// texsurf.handle(metadata, global), texsurf.handle.internal(global): the handle of a texture or surface global.
bool texsurf_family(Name& name, Writer& w) {
  if (!name.take("handle")) return false;
  for (const auto& argument : w.call().arguments) {
    if (!argument.symbol.empty()) return w.op("mov.u64").results().literal(argument.symbol).finish();
  }
  return w.refuse("wants the address of a texture, sampler or surface global");
}

constexpr std::array entries = {
    FamilyEntry{"tex", tex_family},         FamilyEntry{"tld4", tld4_family},       FamilyEntry{"txq", txq_family},
    FamilyEntry{"istypep", istypep_family}, FamilyEntry{"texsurf", texsurf_family},
};

}  // namespace

std::span<const FamilyEntry> texture_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
