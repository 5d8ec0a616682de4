// The page of an expansion: well formed, complete, with nothing from elsewhere.
#include <doctest/doctest.h>

#include <random>

#include <lathe/expand/html.hpp>
#include <lathe/modulo/scheduler.hpp>

#include "unit/lathe/modulo/expand_random.hpp"
#include "unit/lathe/modulo/random_loop.hpp"

using namespace expand_test;

namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}
/// Empty when every tag is closed in order.
std::string unclosed(const std::string& page) {
  std::vector<std::string> open;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
    const std::size_t end = page.find('>', at);
    if (end == std::string::npos || page.find('<', at + 1) < end) return "'<' without '>'";
    const std::string tag = page.substr(at + 1, end - at - 1);
    const std::string word = tag.substr(0, tag.find(' '));
    if (word == "!DOCTYPE" || word == "meta" || word == "br" || tag.back() == '/') continue;
    if (tag[0] != '/') {
      open.push_back(word);
    } else {
      if (open.empty() || open.back() != tag.substr(1)) return "</" + tag.substr(1) + "> does not fit";
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back() + " is not closed";
}

TEST_CASE("modulo expand: pages are well formed and whole") {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    Problem p = modulo_test::seeded_loop(seed, {.insts = 4 + seed % 9, .machine = seed % modulo_test::machines});
    p.name = "a<b & \"c\"";
    p.insts[0].name = "<script>";
    const Result r = schedule(p, Options::lifted());
    REQUIRE(r.schedule() != nullptr);
    for (const Method method : {Method::mve, Method::peel, Method::annotate}) {
      const Expansion e = expand(p, *r.schedule(), {.method = method});
      const std::string page = to_html(p, *r.schedule(), e);
      CHECK(unclosed(page) == "");
      CHECK(count(page, "<script") == 0);
      CHECK(count(page, "://") == 0);
      CHECK(count(page, "not drawn") == 0);
      if (e.refusal != ExpandRefusal::none) continue;
      CHECK(count(page, "<h3 id") == e.blocks.size());
      CHECK(count(page, "<br>") == e.instances.size());
      std::uint64_t cycles = p.size();
      for (const Reservation& x : p.reservations) cycles += x.cycles;
      CHECK(count(page, "<i style") == cycles + e.instances.size());
      CHECK(page == to_html(p, *r.schedule(), e));
    }
  }
  Problem p;
  CHECK(unclosed(to_html(p, {}, {})) == "");
  p.insts.assign(1000, {"x", 1, 1});
  const Schedule s{500, std::vector<std::int32_t>(1000, 3), {}};
  const std::string page = to_html(p, s, expand(p, s));
  CHECK(unclosed(page) == "");
  CHECK(count(page, "600 more instructions are not drawn") == 2);
  CHECK(count(page, "100 more cycles are not drawn") == 1);
}

}  // namespace
