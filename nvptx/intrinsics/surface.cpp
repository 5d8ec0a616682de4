// Surfaces: suld, sust, suq. Values of 8 bits travel in registers of 16.
//
// Source: PTX ISA, "Surface Instructions".
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

Writer& handle(Writer& w, unsigned arg) {
  const auto& arguments = w.call().arguments;
  if (arg < arguments.size() && !arguments[arg].symbol.empty()) return w.literal(arguments[arg].symbol);
  return w.in(arg);
}

/// GEOMETRY[.array].[vN]iB.MODE
struct Access {
  std::string geometry;  ///< "a2d"
  std::string type;      ///< ".v2.b32"
  std::string mode;      ///< "clamp"
  unsigned coordinates = 0;
  bool ok = false;
};

Access read_access(Name& name) {
  Access a;
  const std::string geometry(name.take_one_of({"1d", "2d", "3d"}));
  if (geometry.empty()) return a;
  const bool array = name.take("array");
  a.geometry = (array ? "a" : "") + geometry;
  a.coordinates = static_cast<unsigned>(geometry.front() - '0') + (array ? 1 : 0);
  std::string_view type = name.next();
  for (const std::string_view vector : {"v2", "v4"}) {
    if (!type.starts_with(vector)) continue;
    a.type = "." + std::string(vector);
    type.remove_prefix(2);
  }
  if (type != "i8" && type != "i16" && type != "i32" && type != "i64") return a;
  a.type += ".b" + std::string(type.substr(1));
  a.mode = name.take_one_of({"clamp", "trap", "zero"});
  a.ok = !a.mode.empty() && name.done();
  return a;
}

/// [surface, {coordinates}]; tuples of three are filled up to four.
Writer& place(Writer& w, const Access& a) {
  w.open_bracket();
  handle(w, 0).open().in_range(1, a.coordinates);
  if (a.coordinates == 3) w.in(3);
  return w.close().close_bracket();
}

bool suld_family(Name& name, Writer& w) {
  const Access a = read_access(name);
  if (!a.ok) return false;
  w.op("suld.b." + a.geometry + a.type + "." + a.mode).results_tuple();
  return place(w, a).chained().finish();
}

bool sust_family(Name& name, Writer& w) {
  const std::string form(name.take_one_of({"b", "p"}));
  const Access a = read_access(name);
  if (form.empty() || !a.ok) return false;
  if (form == "p" && !a.type.ends_with("b32")) return w.refuse("has no PTX instruction");
  const auto count = static_cast<unsigned>(w.arguments());
  if (count <= 1 + a.coordinates) return w.refuse("has too few arguments");
  w.op("sust." + form + "." + a.geometry + a.type + "." + a.mode);
  return place(w, a).in_tuple(1 + a.coordinates, count - 1 - a.coordinates).chained().finish();
}

/// suq.channel.data.type -> suq.channel_data_type
bool suq_family(Name& name, Writer& w) {
  const std::string what = join(name, name.left(), '_');
  if (what.empty()) return false;
  w.op("suq." + what + ".b32").results().open_bracket();
  return handle(w, 0).close_bracket().finish();
}

constexpr std::array entries = {
    FamilyEntry{"suld", suld_family},
    FamilyEntry{"sust", sust_family},
    FamilyEntry{"suq", suq_family},
};

}  // namespace

std::span<const FamilyEntry> surface_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
