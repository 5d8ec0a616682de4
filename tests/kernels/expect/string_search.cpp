// Expected results of string_search: the searches of std::string, and texts in lower case compared.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Bytes = std::vector<char>;

Bytes bytes(const std::string& s) { return {s.begin(), s.end()}; }

std::string text_of(check::Case& t, std::size_t length, const std::string& letters) {
  std::string s;
  for (const std::size_t i : t.random<std::size_t>(length, 0, letters.size() - 1)) s += letters[i];
  return s;
}

void find_all(check::Case& t, const std::string& text, const std::string& pattern) {
  Bytes want(text.size());
  for (std::size_t at = text.find(pattern); at < text.size(); at = text.find(pattern, at + 1)) want[at] = 1;
  const auto hit = t.in(Bytes(text.size(), 7));
  t.launch("find_all", {covering(text.size(), 256)}, {256}, t.in(bytes(text)), static_cast<int>(text.size()),
           t.in(bytes(pattern)), static_cast<int>(pattern.size()), hit);
  t.equal("find_all of " + std::to_string(pattern.size()), t.get(hit), want);
}

/// Every text has the length of the first.
void horspool(check::Case& t, const std::vector<std::string>& texts, const std::string& pattern) {
  std::string all;
  std::vector<int> want;
  for (const std::string& text : texts) {
    all += text;
    const std::size_t at = text.find(pattern);
    want.push_back(at == std::string::npos ? -1 : static_cast<int>(at));
  }
  const auto pos = t.out<int>(texts.size());
  t.launch("horspool", {covering(texts.size(), 64)}, {64}, t.in(bytes(all)), static_cast<int>(texts[0].size()),
           t.in(bytes(pattern)), static_cast<int>(pattern.size()), pos, static_cast<int>(texts.size()));
  t.equal("horspool of " + std::to_string(pattern.size()), t.get(pos), want);
}

std::string lower(std::string s) {
  for (char& c : s) {
    const std::size_t i = std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZ").find(c);
    if (i < 26) c = "abcdefghijklmnopqrstuvwxyz"[i];
  }
  return s;
}

void equal_fold(check::Case& t, const std::vector<std::string>& texts) {
  std::string all;
  std::vector<std::size_t> place;
  for (const std::string& text : texts) place.push_back(all.size()), all += text + '\0';
  const auto store = t.in(bytes(all));
  std::vector<check::Address> a, b;
  Bytes want;
  for (std::size_t i = 0; i < texts.size(); ++i)
    for (std::size_t k = 0; k < texts.size(); ++k) {
      a.push_back(store.address + place[i]);
      b.push_back(store.address + place[k]);
      want.push_back(lower(texts[i]) == lower(texts[k]) ? 1 : 0);
    }
  const auto eq = t.in(Bytes(want.size(), 7));
  t.launch("equal_fold", {covering(want.size(), 64)}, {64}, t.in(a), t.in(b), eq, static_cast<int>(want.size()));
  t.equal("equal_fold", t.get(eq), want);
}

}  // namespace

KERNEL_CHECK(string_search) {
  const std::string letters("ab\xe9", 3);
  find_all(t, "x", "x");
  find_all(t, "aaaaab", "aab");
  find_all(t, "abc", "abcd");
  for (const std::size_t m : {1U, 2U, 4U}) find_all(t, text_of(t, 700, letters), text_of(t, m, letters));
  const std::string text = text_of(t, 300, letters);
  find_all(t, text, text.substr(200, 64));
  find_all(t, text, text.substr(290));
  find_all(t, text, text.substr(290) + "a");

  std::vector<std::string> texts;
  for (int i = 0; i < 100; ++i) texts.push_back(text_of(t, 60, letters));
  for (const std::size_t m : {1U, 2U, 3U, 6U, 60U}) horspool(t, texts, texts[70].substr(60 - m));
  horspool(t, texts, texts[3].substr(0, 5));
  horspool(t, texts, texts[3] + "b");  // longer than a text
  horspool(t, texts, "zq");
  horspool(t, {text_of(t, 400, "ab")}, std::string(200, 'a'));

  const std::string many = "abcdefghijkl";
  for (const std::size_t m : {2U, 3U, 4U, 5U, 6U, 9U, 17U, 40U}) {
    std::vector<std::string> long_texts;
    const std::string pattern = text_of(t, m, many);
    for (std::size_t i = 0; i < 70; ++i) {  // before the pattern its end, and its begin at any distance
      const std::size_t part = 1 + i % (m - 1);
      std::string text = pattern.substr(part) + text_of(t, 200, many);
      text.resize(130 - i);
      long_texts.push_back(text + pattern.substr(0, part) + pattern + text_of(t, 100, many));
      long_texts.back().resize(200);
    }
    horspool(t, long_texts, pattern);
  }

  equal_fold(t, {"",
                 "",
                 "Z",
                 "zz",
                 "z",
                 "zz",
                 "a",
                 "A",
                 "ab",
                 "aB",
                 "AB",
                 "abc",
                 "Zz",
                 "zZ",
                 "[",
                 "{",
                 "@",
                 "`",
                 "@[`{",
                 "`{@[",
                 "@{`[",
                 "Mixed Case 123",
                 "mIXED cASE 123",
                 "mIXED cASE 124",
                 "\xc1",
                 "\xe1",
                 "AZ\xda",
                 "az\xda",
                 "az\xfa",
                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                 "abcdefghijklmnopqrstuvwxyz"});
}
