// Entries to text. See die.hpp.
#include "nvptx/debug/die.hpp"

#include <map>

namespace lathe::nvptx::debug {

void append_uleb(std::vector<std::uint8_t>& out, std::uint64_t value) {
  do {
    const auto low = static_cast<std::uint8_t>(value & 127);
    value >>= 7;
    out.push_back(value != 0 ? low | 128 : low);
  } while (value != 0);
}
void append_sleb(std::vector<std::uint8_t>& out, std::int64_t value) {
  for (;;) {
    const auto low = static_cast<std::uint8_t>(value & 127);
    value >>= 7;
    const bool last = (value == 0 && (low & 64) == 0) || (value == -1 && (low & 64) != 0);
    out.push_back(last ? low : low | 128);
    if (last) return;
  }
}

// ---- entries -----------------------------------------------------------------------------------------

void Die::number(std::uint16_t name, Form form, std::uint64_t value) {
  Attribute made;
  made.name = name;
  made.form = form;
  made.number = value;
  attributes.push_back(std::move(made));
}
void Die::number(std::uint16_t name, std::uint64_t value) {
  number(name,
         value < 1U << 8    ? Form::data1
         : value < 1U << 16 ? Form::data2
         : value >> 32 == 0 ? Form::data4
                            : Form::data8,
         value);
}
void Die::string(std::uint16_t name, std::string_view text) {
  if (!text.empty()) label(name, Form::string, std::string(text));
}
void Die::label(std::uint16_t name, Form form, std::string text) {
  number(name, form, 0);
  attributes.back().text = std::move(text);
}
void Die::refer(std::uint16_t name, const Die& target) {
  number(name, Form::ref4, 0);
  attributes.back().target = &target;
}
void Die::block(std::uint16_t name, DebugPlace place) {
  number(name, Form::block1, 0);
  attributes.back().place = std::move(place);
}

Die& Unit::add(Die& parent, std::uint16_t tag) {
  Die& made = entries_.emplace_back();
  made.tag = tag;
  parent.children.push_back(&made);
  return made;
}

// ---- text --------------------------------------------------------------------------------------------

std::uint32_t size_of(const DebugPlace& place) {
  return static_cast<std::uint32_t>(place.before.size() + place.after.size() + (place.symbol.empty() ? 0 : 8));
}

void write_bytes(std::string& out, const std::vector<std::uint8_t>& bytes) {
  constexpr std::size_t in_line = 32;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    out += i % in_line == 0 ? (i == 0 ? ".b8 " : "\n.b8 ") : ",";
    out += std::to_string(bytes[i]);
  }
  if (!bytes.empty()) out += '\n';
}

namespace {

void line(std::string& out, std::string_view directive, std::string_view value) {
  out += directive;
  out += ' ';
  out += value;
  out += '\n';
}
void line(std::string& out, std::string_view directive, std::uint64_t value) {
  line(out, directive, std::string_view(std::to_string(value)));
}

std::vector<std::uint8_t> leb(const Die::Attribute& a) {
  std::vector<std::uint8_t> bytes;
  if (a.form == Form::sdata)
    append_sleb(bytes, static_cast<std::int64_t>(a.number));
  else
    append_uleb(bytes, a.number);
  return bytes;
}

std::uint32_t attribute_bytes(const Die::Attribute& a) {
  switch (a.form) {
    case Form::addr:
    case Form::data8:
      return 8;
    case Form::data2:
      return 2;
    case Form::data4:
    case Form::ref4:
      return 4;
    case Form::string:
      return static_cast<std::uint32_t>(a.text.size()) + 1;
    case Form::block1:
      return 1 + size_of(a.place);
    case Form::data1:
    case Form::flag:
      return 1;
    case Form::sdata:
    case Form::udata:
      return static_cast<std::uint32_t>(leb(a).size());
  }
  return 0;
}

class Writer {
 public:
  std::string run(std::deque<Unit>& units) {
    std::uint32_t end = 0;
    for (Unit& unit : units) {
      std::uint32_t at = header_bytes;
      place(unit.root(), at);
      unit.offset = end;
      unit.bytes = at;
      end += at;
    }
    std::string out = "\t.section\t.debug_abbrev\n\t{\n";
    write_bytes(out, abbreviations_);
    out += ".b8 0\n\t}\n\t.section\t.debug_info\n\t{\n";
    for (const Unit& unit : units) {
      line(out, ".b32", unit.bytes - 4);
      out += ".b8 2,0\n.b32 .debug_abbrev\n.b8 8\n";
      write(unit.root(), out);
    }
    return out + "\t}\n";
  }

 private:
  static constexpr std::uint32_t header_bytes = 11;  // length, version, offset of abbreviations, size of addresses

  void place(Die& die, std::uint32_t& at) {
    die.offset = at;
    die.abbreviation = abbreviation_of(die);
    std::vector<std::uint8_t> code;
    append_uleb(code, die.abbreviation);
    at += static_cast<std::uint32_t>(code.size());
    for (const Die::Attribute& a : die.attributes) at += attribute_bytes(a);
    for (Die* child : die.children) place(*child, at);
    if (!die.children.empty()) ++at;
  }

  std::uint32_t abbreviation_of(const Die& die) {
    std::vector<std::uint8_t> shape;
    append_uleb(shape, die.tag);
    shape.push_back(die.children.empty() ? 0 : 1);
    for (const Die::Attribute& a : die.attributes) {
      append_uleb(shape, a.name);
      shape.push_back(static_cast<std::uint8_t>(a.form));
    }
    shape.insert(shape.end(), {0, 0});
    const auto [found, fresh] = known_.try_emplace(shape, static_cast<std::uint32_t>(known_.size() + 1));
    if (fresh) {
      append_uleb(abbreviations_, found->second);
      abbreviations_.insert(abbreviations_.end(), shape.begin(), shape.end());
    }
    return found->second;
  }

  void write(const Die& die, std::string& out) {
    std::vector<std::uint8_t> code;
    append_uleb(code, die.abbreviation);
    write_bytes(out, code);
    for (const Die::Attribute& a : die.attributes) write(a, out);
    for (const Die* child : die.children) write(*child, out);
    if (!die.children.empty()) out += ".b8 0\n";
  }

  static void write(const Die::Attribute& a, std::string& out) {
    switch (a.form) {
      case Form::addr:
        line(out, ".b64", a.text);
        break;
      case Form::data8:
        line(out, ".b64", a.number);
        break;
      case Form::data2:  // PTX's sections of old take .b8, .b32 and .b64
        line(out, ".b8", a.number & 255);
        line(out, ".b8", a.number >> 8 & 255);
        break;
      case Form::data4:
        if (a.text.empty())
          line(out, ".b32", a.number);
        else
          line(out, ".b32", a.text);
        break;
      case Form::ref4:
        line(out, ".b32", a.target->offset);
        break;
      case Form::string: {
        std::vector<std::uint8_t> bytes(a.text.begin(), a.text.end());
        bytes.push_back(0);
        write_bytes(out, bytes);
        break;
      }
      case Form::block1:
        write_place(out, a.place, 1);
        break;
      case Form::data1:
      case Form::flag:
        line(out, ".b8", a.number);
        break;
      case Form::sdata:
      case Form::udata:
        write_bytes(out, leb(a));
        break;
    }
  }

  std::map<std::vector<std::uint8_t>, std::uint32_t> known_;
  std::vector<std::uint8_t> abbreviations_;
};

}  // namespace

void write_place(std::string& out, const DebugPlace& place, unsigned size_bytes) {
  const std::uint32_t size = size_of(place);
  std::vector<std::uint8_t> head{static_cast<std::uint8_t>(size)};
  if (size_bytes == 2) head.push_back(static_cast<std::uint8_t>(size >> 8));
  head.insert(head.end(), place.before.begin(), place.before.end());
  write_bytes(out, head);
  if (!place.symbol.empty()) line(out, ".b64", place.symbol);
  write_bytes(out, place.after);
}

std::string write_units(std::deque<Unit>& units) { return Writer().run(units); }

}  // namespace lathe::nvptx::debug
