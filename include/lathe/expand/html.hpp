// A modulo schedule and its expansion as one page: what each unit does in each cycle of the kernel, one iteration with
// its values' lives, how iterations overlap, and the blocks. Needs nothing from elsewhere; colours are stages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/expand/data.hpp>
#include <lathe/modulo/problem.hpp>
#include <lathe/modulo/schedule.hpp>

namespace lathe::modulo {

/// What the page shows.
struct HtmlOptions {
  std::uint32_t most_insts = 400;       ///< instructions drawn; the page says how many are left out
  std::uint32_t most_cycles = 400;      ///< rows of the reservation table
  std::uint32_t most_instances = 4000;  ///< drawn in blocks
};

namespace detail {

class ExpansionPage {
 public:
  ExpansionPage(const Problem& p, const Schedule& s, const Expansion& e, const HtmlOptions& options)
      : p_(p), s_(s), e_(e), options_(options), insts_(std::min(p.size(), options.most_insts)) {}

  std::string run() {
    const std::string title = "Modulo schedule" + (p_.name.empty() ? "" : " of " + escaped(p_.name));
    out_ = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + title +
           "</title>\n<style>\nbody{font:14px sans-serif;margin:2em;max-width:80em}\ntable{border-collapse:collapse}\n"
           "td,th{border:1px solid #bbb;padding:2px 6px;text-align:left;vertical-align:top}\n"
           "i{font-style:normal;border-radius:3px;padding:0 4px;margin:1px;display:inline-block}\n"
           "svg text{font:11px sans-serif}\n.box{overflow-x:auto}\n</style></head><body>\n<h1>" +
           title + "</h1>\n";
    facts();
    reservation_table();
    iteration();
    overlap();
    blocks();
    return out_ + "</body></html>\n";
  }

 private:
  template <class N>
  static std::string number(N n) {
    return std::to_string(n);
  }
  static std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) switch (c) {
        case '<':
          out += "&lt;";
          break;
        case '>':
          out += "&gt;";
          break;
        case '&':
          out += "&amp;";
          break;
        case '"':
          out += "&quot;";
          break;
        default:
          out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
      }
    return out;
  }
  std::string name(std::uint32_t inst) const {
    return escaped(p_.insts[inst].name) + (p_.insts[inst].name.empty() ? "op " : " ") + number(inst);
  }
  // Hues a golden angle apart, so that neighbouring stages differ.
  static std::string colour(std::uint32_t stage) {
    return "hsl(" + number((std::uint64_t{stage} * 137 + 200) % 360) + " 70% 82%)";
  }
  std::string chip(std::uint32_t inst, const std::string& more = "") const {
    return "<i style=\"background:" + colour(s_.stage(inst)) + "\">" + name(inst) + more + "</i>";
  }
  void left_out(std::uint64_t shown, std::uint64_t all, const char* what) {
    if (shown < all) out_ += "<p>" + number(all - shown) + " more " + what + " are not drawn.</p>\n";
  }

  void facts() {
    out_ += "<table>";
    const auto row = [&](const char* what, const std::string& text) {
      out_ += std::string("<tr><th>") + what + "</th><td>" + text + "</td></tr>";
    };
    row("instructions", number(p_.size()));
    row("initiation interval", number(s_.ii) + " cycles");
    row("stages", number(s_.stages()));
    if (e_.refusal != ExpandRefusal::none) {
      row("not expanded", escaped(std::string(to_string(e_.refusal)) + ": " + e_.why));
    } else {
      row("method", method_names[static_cast<int>(e_.method)]);
      row("kernel unrolled", number(e_.unroll));
      row("code", number(e_.stats.instances) + " instances, " + number(e_.stats.copies) + " copies, " +
                      number(e_.stats.growth) + " % of the body");
      for (std::size_t c = 0; c < e_.registers.size() && c < p_.sets.size(); ++c)
        row("registers", escaped(p_.sets[c].name) + ": " + number(e_.registers[c]));
    }
    out_ += "</table>\n";
  }

  /// Rows are cycles of the kernel, columns issue and each copy of each unit.
  void reservation_table() {
    struct Column {
      std::uint32_t unit, copy;
    };
    std::vector<Column> columns;
    for (std::uint32_t u = 0; u < p_.units.size(); ++u)
      for (std::uint32_t c = 0; c < p_.units[u].copies && columns.size() < 64; ++c) columns.push_back({u, c});
    const std::uint32_t rows = std::min(s_.ii, options_.most_cycles);
    std::vector<std::vector<std::string>> cell(rows, std::vector<std::string>(columns.size() + 1));
    for (std::uint32_t inst = 0; inst < insts_; ++inst)
      if (s_.slot(inst) < rows) cell[s_.slot(inst)][0] += chip(inst);
    for (std::size_t r = 0; r < p_.reservations.size() && r < s_.copy.size(); ++r) {
      const Reservation& x = p_.reservations[r];
      for (std::size_t k = 0; x.inst < insts_ && k < columns.size(); ++k)
        for (std::uint32_t t = 0; columns[k].unit == x.unit && columns[k].copy == s_.copy[r] && t < x.cycles; ++t) {
          const std::uint64_t at = (std::uint64_t{s_.slot(x.inst)} + x.first + t) % s_.ii;
          if (at < rows) cell[at][k + 1] += chip(x.inst);
        }
    }
    out_ += "<h2>Each cycle of the kernel</h2>\n<div class=\"box\"><table><tr><th>cycle</th><th>starts</th>";
    for (const Column& c : columns) out_ += "<th>" + escaped(p_.units[c.unit].name) + " " + number(c.copy) + "</th>";
    out_ += "</tr>\n";
    for (std::uint32_t slot = 0; slot < rows; ++slot) {
      out_ += "<tr><th>" + number(slot) + "</th>";
      for (const std::string& text : cell[slot]) out_ += "<td>" + text + "</td>";
      out_ += "</tr>\n";
    }
    out_ += "</table></div>\n";
    left_out(rows, s_.ii, "cycles");
    left_out(insts_, p_.size(), "instructions");
  }

  static std::string rect(double x, double y, double w, double h, const std::string& fill) {
    return "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(w) + "\" height=\"" + number(h) +
           "\" fill=\"" + fill + "\" stroke=\"#888\"/>";
  }
  static std::string words(double x, double y, const std::string& text) {
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\">" + text + "</text>\n";
  }
  static std::string line(double x, double y, double x2, double y2, const char* stroke) {
    return "<line x1=\"" + number(x) + "\" y1=\"" + number(y) + "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) +
           "\" stroke=\"" + stroke + "\"/>";
  }
  static std::string drawing(double w, double h) {
    return "<div class=\"box\"><svg width=\"" + number(w) + "\" height=\"" + number(h) + "\">\n";
  }

  /// A row for each instruction: a box as long as its latency, a line to the last read of what it computes.
  void iteration() {
    std::vector<std::int64_t> end(p_.size(), 0);
    std::int64_t last = 1;
    for (std::uint32_t inst = 0; inst < insts_; ++inst) end[inst] = s_.cycle[inst];
    for (const Edge& e : p_.edges)
      if (e.value != none && e.from < insts_)
        end[e.from] = std::max(end[e.from], s_.cycle[e.to] + std::int64_t{s_.ii} * e.distance);
    for (std::uint32_t inst = 0; inst < insts_; ++inst)
      last = std::max({last, end[inst] + 1, s_.cycle[inst] + std::int64_t{p_.insts[inst].latency}});
    const double x0 = 120, unit = std::clamp(900.0 / static_cast<double>(last), 0.05, 24.0), h = 18;
    out_ += "<h2>One iteration</h2>\n<p>Boxes are latencies, lines are values until their last reader.</p>\n";
    out_ += drawing(x0 + unit * static_cast<double>(last) + 20, h * insts_ + 24);
    for (std::uint32_t k = 0; k <= std::min(s_.stages(), 1000U); ++k) {
      const double x = x0 + unit * s_.ii * k;
      out_ += line(x, 16, x, h * insts_ + 20, "#aaa") + words(x + 2, 12, k < s_.stages() ? "stage " + number(k) : "");
    }
    std::vector<std::uint32_t> order(insts_);
    for (std::uint32_t inst = 0; inst < insts_; ++inst) order[inst] = inst;
    std::sort(order.begin(), order.end(),
              [&](auto a, auto b) { return std::pair(s_.cycle[a], a) < std::pair(s_.cycle[b], b); });
    for (std::uint32_t k = 0; k < insts_; ++k) {
      const std::uint32_t inst = order[k];
      const double x = x0 + unit * s_.cycle[inst], y = 20 + h * k;
      if (end[inst] > s_.cycle[inst]) out_ += line(x, y + 7, x0 + unit * static_cast<double>(end[inst]), y + 7, "#444");
      out_ += rect(x, y, unit * std::max(1U, p_.insts[inst].latency), 14, colour(s_.stage(inst)));
      out_ += words(2, y + 11, name(inst));
    }
    out_ += "</svg></div>\n";
    left_out(insts_, p_.size(), "instructions");
  }

  /// Iterations under each other, each ii cycles later, in boxes of one stage.
  void overlap() {
    const std::uint32_t stages = std::min(s_.stages(), 40U), rows = stages + 3;
    const double unit = std::min(60.0, 900.0 / (rows + stages)), h = 18, x0 = 90;
    out_ += "<h2>Overlap</h2>\n<p>A column is " + number(s_.ii) +
            " cycles. Between the lines all stages are at work: the kernel.</p>\n";
    out_ += drawing(x0 + unit * (rows + stages - 1) + 10, h * rows + 24);
    for (std::uint32_t i = 0; i < rows; ++i) {
      out_ += words(2, h * i + 17, "iteration " + number(i));
      for (std::uint32_t k = 0; k < stages; ++k)
        out_ += rect(x0 + unit * (i + k), h * i + 6, unit, 14, colour(k)) +
                words(x0 + unit * (i + k) + 3, h * i + 17, number(k));
    }
    for (const std::uint32_t column : {stages - 1, rows})
      out_ += line(x0 + unit * column, 0, x0 + unit * column, h * rows + 20, "#000");
    out_ += "</svg></div>\n";
    left_out(stages, s_.stages(), "stages");
  }

  std::string register_name(std::uint32_t n) const {
    const Name& name = e_.names[n];
    const char* const marks[] = {".", ".drain", ".home"};
    return "v" + number(name.value) + marks[static_cast<int>(name.kind)] + number(name.index);
  }
  std::string instance(const Instance& i) const {
    const auto list = [&](std::span<const std::uint32_t> names) {
      std::string text;
      for (const std::uint32_t n : names) text += (text.empty() ? "" : ", ") + register_name(n);
      return text;
    };
    const std::string when = i.offset == 0 ? "" : (i.offset > 0 ? " +" : " ") + number(i.offset);
    const std::string defs = list(e_.defs(i)), reads = list(e_.reads(i));
    return chip(i.inst, when + (i.move ? " (move)" : "")) + " " + defs + (defs.empty() ? "" : " &larr; ") + reads;
  }
  void blocks() {
    if (e_.refusal != ExpandRefusal::none) return;
    out_ +=
        "<h2>Blocks</h2>\n<p>Numbers behind instructions count iterations from the first that is not started when "
        "the block begins; <b>left</b> is how many are not started.</p>\n";
    std::uint64_t shown = 0;
    for (std::size_t k = 0; k < e_.blocks.size() && shown < options_.most_instances; ++k) {
      const Block& b = e_.blocks[k];
      out_ += "<h3 id=\"b" + number(k) + "\">" + number(k) + ": " + role_names[static_cast<int>(b.role)] + "</h3>\n";
      if (b.role == Role::original)
        out_ += b.modulus == 0
                    ? "<p>The loop as it was, left times.</p>\n"
                    : "<p>The loop as it was: left times if left &lt; " + number(std::uint64_t{b.lead} + b.modulus) +
                          ", else (left - " + number(b.lead) + ") mod " + number(b.modulus) + " times.</p>\n";
      if (b.instances > 0) block_table(b);
      shown += b.instances;
      std::string copies;
      for (const Copy& c : e_.copies_of(b))
        copies += (copies.empty() ? "" : ", ") + register_name(c.to) + " &larr; " + register_name(c.from);
      if (!copies.empty()) out_ += "<p>At once: " + copies + "</p>\n";
      if (b.starts > 0) out_ += "<p>left -= " + number(b.starts) + "</p>\n";
      const auto to = [](std::uint32_t block) {
        return "<a href=\"#b" + number(block) + "\">" + number(block) + "</a>";
      };
      if (b.role == Role::done) continue;
      out_ += "<p>" + (b.less > 0 ? "if left &lt; " + number(b.less) + " to " + to(b.taken) + ", else " : "") + "to " +
              to(b.next) + "</p>\n";
    }
    left_out(shown, e_.instances.size(), "instances");
  }
  void block_table(const Block& b) {
    out_ += "<div class=\"box\"><table><tr><th>cycle</th><th>in order</th></tr>\n";
    const auto instances = e_.instances_of(b);
    for (std::size_t k = 0, first = 0; k < instances.size(); ++k) {
      if (k == first) out_ += "<tr><th>" + number(instances[k].cycle) + "</th><td>";
      out_ += instance(instances[k]) + "<br>";
      if (k + 1 < instances.size() && instances[k + 1].cycle == instances[k].cycle) continue;
      out_ += "</td></tr>\n";
      first = k + 1;
    }
    out_ += "</table></div>\n";
  }

  const Problem& p_;
  const Schedule& s_;
  const Expansion& e_;
  const HtmlOptions& options_;
  std::uint32_t insts_;
  std::string out_;
};

}  // namespace detail

/// A page of HTML and SVG with nothing loaded from elsewhere and no script. Preconditions: the schedule is one of the
/// problem; the expansion is a refusal, or check_expansion finds nothing. O(size of the page).
inline std::string to_html(const Problem& problem, const Schedule& schedule, const Expansion& expansion,
                           const HtmlOptions& options = {}) {
  if (schedule.ii == 0 || schedule.cycle.size() != problem.insts.size() || problem.insts.empty())
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Modulo schedule</title></head>"
           "<body><p>There is no schedule.</p></body></html>\n";
  return detail::ExpansionPage(problem, schedule, expansion, options).run();
}

}  // namespace lathe::modulo
