// See quiet_bodies.hpp.
#include "nvptx/driver/quiet_bodies.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

namespace lathe::nvptx {
namespace {

using Text = std::string_view;

/// Instructions that say nothing to anybody outside. Sorted.
constexpr std::array plain_instructions = {Text("add"),
                                           Text("addrspacecast"),
                                           Text("alloca"),
                                           Text("and"),
                                           Text("ashr"),
                                           Text("bitcast"),
                                           Text("br"),
                                           Text("extractelement"),
                                           Text("extractvalue"),
                                           Text("fadd"),
                                           Text("fcmp"),
                                           Text("fdiv"),
                                           Text("fmul"),
                                           Text("fneg"),
                                           Text("fpext"),
                                           Text("fptosi"),
                                           Text("fptoui"),
                                           Text("fptrunc"),
                                           Text("freeze"),
                                           Text("fsub"),
                                           Text("getelementptr"),
                                           Text("icmp"),
                                           Text("insertelement"),
                                           Text("insertvalue"),
                                           Text("inttoptr"),
                                           Text("load"),
                                           Text("lshr"),
                                           Text("mul"),
                                           Text("or"),
                                           Text("phi"),
                                           Text("ptrtoint"),
                                           Text("ret"),
                                           Text("sdiv"),
                                           Text("select"),
                                           Text("sext"),
                                           Text("shl"),
                                           Text("shufflevector"),
                                           Text("sitofp"),
                                           Text("srem"),
                                           Text("store"),
                                           Text("sub"),
                                           Text("switch"),
                                           Text("trunc"),
                                           Text("udiv"),
                                           Text("uitofp"),
                                           Text("unreachable"),
                                           Text("urem"),
                                           Text("xor"),
                                           Text("zext")};

/// Intrinsics that no step of the module looks at, by how their names begin behind `llvm.`.
constexpr std::array plain_intrinsics = {Text("abs."),
                                         Text("assume"),
                                         Text("bitreverse."),
                                         Text("bswap."),
                                         Text("ceil."),
                                         Text("copysign."),
                                         Text("ctlz."),
                                         Text("ctpop."),
                                         Text("cttz."),
                                         Text("fabs."),
                                         Text("floor."),
                                         Text("fma."),
                                         Text("fmuladd."),
                                         Text("fshl."),
                                         Text("fshr."),
                                         Text("lifetime."),
                                         Text("maximum."),
                                         Text("maxnum."),
                                         Text("memcpy."),
                                         Text("memmove."),
                                         Text("memset."),
                                         Text("minimum."),
                                         Text("minnum."),
                                         Text("nearbyint."),
                                         Text("nvvm."),
                                         Text("rint."),
                                         Text("round."),
                                         Text("roundeven."),
                                         Text("sadd.with.overflow."),
                                         Text("smax."),
                                         Text("smin."),
                                         Text("smul.with.overflow."),
                                         Text("sqrt."),
                                         Text("ssub.with.overflow."),
                                         Text("trunc."),
                                         Text("uadd.with.overflow."),
                                         Text("umax."),
                                         Text("umin."),
                                         Text("umul.with.overflow."),
                                         Text("usub.with.overflow.")};

/// But not with one of these in the name: clusters decide what shared memory is to other blocks, LLVM's reader makes
/// atomic instructions of some and gives others that are old a pointer of a cluster, and what the target answers is
/// folded for the module.
constexpr std::array not_plain = {Text("cluster"), Text("mapa"), Text("atomic"), Text("reflect"), Text(".g2s.")};

/// Words of a header by which the function may go, stay with others of its name, or carry more than its body.
constexpr std::array not_quiet = {
    Text(" internal "), Text(" private "),     Text("linkonce"), Text("available_externally"),
    Text(" comdat"),    Text(" personality "), Text(" prefix "), Text(" prologue "),
    Text(" gc "),       Text("!dbg"),          Text("vscale")};

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_'; }

Text first_word(Text text) {
  std::size_t end = 0;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(0, end);
}

bool contains(Text text, Text part) { return text.find(part) != Text::npos; }

/// What a line has of the characters that are looked for, so that few lines are looked at more than once.
enum Sign : std::uint8_t { quote_or_comment = 1, name = 2, metadata = 4, angle = 8, seven = 16 };
constexpr std::array<std::uint8_t, 256> signs = [] {
  std::array<std::uint8_t, 256> table{};
  table['"'] = table[';'] = quote_or_comment;
  table['@'] = name;
  table['!'] = metadata;
  table['<'] = angle;
  table['7'] = seven;
  return table;
}();
std::uint8_t signs_of(Text line) {
  std::uint8_t found = 0;
  for (const char c : line) found |= signs[static_cast<unsigned char>(c)];
  return found;
}

/// The line without what stands behind a semicolon. False when a string does not end in its line.
bool without_comment(Text& line) {
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') in_string = !in_string;
    if (line[i] == ';' && !in_string) {
      line = line.substr(0, i);
      return true;
    }
  }
  return !in_string;
}

/// Does every @name of the line name a plain intrinsic?
bool names_only_plain(Text line) {
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') in_string = !in_string;
    if (in_string || line[i] != '@') continue;
    if (!line.substr(i + 1).starts_with("llvm.")) return false;
    if (!is_plain_intrinsic(first_word(line.substr(i + 6)))) return false;
  }
  return true;
}

/// `text` begins with an instruction's opcode.
bool is_plain_instruction(Text text) {
  Text word = first_word(text);
  if (word == "tail" || word == "notail") {
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    word = first_word(text);
  }
  if (word == "call") {
    // A name that comes first is the callee's; else it is assembly, or a pointer.
    const std::size_t at = text.find_first_of("@%\"");
    return at != Text::npos && text[at] == '@';
  }
  if ((word == "load" || word == "store") && text.substr(word.size()).starts_with(" atomic")) return false;
  return is_plain_opcode(word);
}

/// A line of a body, its comment gone.
bool is_plain(Text line, std::uint8_t found) {
  if ((found & name) != 0 && !names_only_plain(line)) return false;
  if ((found & metadata) != 0 && contains(line, "!dbg")) return false;
  if ((found & angle) != 0 && contains(line, "vscale")) return false;
  if ((found & seven) != 0 && contains(line, "addrspace(7)")) return false;  // speaks of clusters
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == Text::npos) return true;
  Text text = line.substr(begin);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (begin == 0) return text.ends_with(':');  // a label
  if (text == "]") return true;                // of a switch
  if (text[0] == 'i' && text.size() > 1 && text[1] >= '0' && text[1] <= '9') return contains(text, ", label %");
  if (text[0] == '%') {
    const std::size_t assigned = text.find(" = ");
    if (assigned == Text::npos) return false;
    text.remove_prefix(assigned + 3);
  }
  return is_plain_instruction(text);
}

/// A header in one line whose last character opens the body, of a function that others see.
bool is_quiet_header(Text line) {
  if (!line.ends_with(" {") || line.find('@') == Text::npos) return false;
  if (std::ranges::any_of(not_quiet, [&](Text word) { return contains(line, word); })) return false;
  int braces = 0, parentheses = 0;
  bool in_string = false;
  for (const char c : line) {
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
    braces += c == '{' ? 1 : c == '}' ? -1 : 0;
    parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
  }
  return braces == 1 && parentheses == 0;
}

}  // namespace

bool is_plain_opcode(Text name) { return std::ranges::binary_search(plain_instructions, name); }

bool is_plain_intrinsic(Text name) {
  const auto begins = [&](Text plain) { return name.starts_with(plain); };
  const auto has = [&](Text part) { return contains(name, part); };
  return std::ranges::any_of(plain_intrinsics, begins) && !std::ranges::any_of(not_plain, has);
}

std::vector<unsigned> deal(const std::vector<std::size_t>& lengths, unsigned to) {
  std::vector<std::uint32_t> order(lengths.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](auto a, auto b) { return lengths[a] > lengths[b]; });
  std::vector<std::size_t> load(to);
  std::vector<unsigned> out(lengths.size());
  for (const std::uint32_t i : order) {
    const auto least = std::ranges::min_element(load);
    *least += lengths[i];
    out[i] = static_cast<unsigned>(least - load.begin());
  }
  return out;
}

QuietBodies::QuietBodies(std::string_view ir, unsigned copies) : ir_(ir) {
  if (copies < 2 || contains(ir, "!llvm.dbg.cu")) return;
  bool inside = false, quiet = false;
  std::size_t brace = 0, begin = 0;
  for (std::size_t at = 0; at < ir.size();) {
    const std::size_t end = std::min(ir.find('\n', at), ir.size());
    Text line = ir.substr(at, end - at);
    const std::size_t line_begin = at;
    at = end + 1;
    const std::uint8_t found = signs_of(line);
    if ((found & quote_or_comment) != 0 && !without_comment(line)) {  // nobody knows what the next lines are
      bodies_.clear();
      return;
    }
    if (!inside) {
      if (!line.starts_with("define ")) continue;
      inside = true;
      quiet = is_quiet_header(line);
      brace = line_begin + line.size() - 1;
      begin = at;
    } else if (line.starts_with('}')) {
      if (quiet && line == "}" && begin < line_begin) bodies_.push_back({brace, begin, line_begin, 0});
      inside = false;
    } else if (quiet) {
      quiet = is_plain(line, found);
    }
  }
  std::vector<std::size_t> lengths;
  for (const Body& body : bodies_) lengths.push_back(body.end - body.begin);
  const std::vector<unsigned> owners = deal(lengths, copies);
  for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].copy = owners[i];
}

std::size_t QuietBodies::dealt_to(unsigned copy) const {
  return static_cast<std::size_t>(std::ranges::count(bodies_, copy, &Body::copy));
}

std::string QuietBodies::text_for(unsigned copy) const {
  const std::string stub = std::string("  unreachable, !") + elsewhere_mark + " !{}\n";
  const std::string own = std::string("!") + own_mark + " !{} ";
  std::size_t size = ir_.size() + bodies_.size() * std::max(own.size(), stub.size());
  for (const Body& body : bodies_)
    if (body.copy != copy) size -= body.end - body.begin;
  std::string out;
  out.reserve(size);
  std::size_t at = 0;
  for (const Body& body : bodies_) {
    const bool is_own = body.copy == copy;
    const std::size_t until = is_own ? body.brace : body.begin;
    out += ir_.substr(at, until - at);
    out += is_own ? own : stub;
    at = is_own ? body.brace : body.end;
  }
  return out += ir_.substr(at);
}

}  // namespace lathe::nvptx
