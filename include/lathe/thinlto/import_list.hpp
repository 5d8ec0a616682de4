// What one module imports, packed: two to five bytes an import where a struct takes eight. A program has several imports
// for each function, and most are read once.
//
// Form: for each import the step from the summary before it and a bit that says whether it is as those of variables are
// (a definition, no threshold, no hotness), as a number of seven bits a byte; then, unless that bit is set, a byte of
// pass, hotness and declaration, and the threshold as such a number. A step of 0 has the summary itself behind it:
// lists that a planner makes ascend, others need not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include <lathe/thinlto/problem.hpp>

namespace lathe::thinlto {

/// How a function is first reached; the budget goes to them in this order.
enum class Pass : std::uint8_t { direct, transitive, speculative };
inline constexpr std::array<const char*, 3> pass_names{"direct", "transitive", "speculative"};

/// Thresholds of imports are told up to this one (single precision has no odd numbers beyond it either).
inline constexpr std::uint32_t largest_told = (1U << 24) - 1;

/// A summary that the module gets a copy of: a function, an alias (as a copy of what it stands for) or a variable.
/// Eight bytes.
struct Import {
  std::uint32_t summary = 0;               ///< into Problem::summaries
  std::uint32_t threshold : 24 = 0;        ///< of a function: the largest that a call of it gave; 0 for a variable
  Pass pass : 2 = Pass::direct;            ///< of a function's definition
  Hotness hotness : 3 = Hotness::unknown;  ///< of the hottest call
  bool declaration : 1 = false;            ///< only declared

  Import() = default;
  /// Of a summary: the threshold, how it was first reached, the hottest call, and whether it is only declared.
  Import(std::uint32_t s, std::uint64_t t, Pass p, bool d, Hotness h)
      : summary(s),
        threshold(static_cast<std::uint32_t>(t < largest_told ? t : largest_told) & largest_told),
        pass(p),
        hotness(h),
        declaration(d) {}
  bool operator==(const Import&) const = default;
};
static_assert(sizeof(Import) == 8);

/// Imports in a row, as values: an element has no address, and is written by writing the list.
template <class = void>
class BasicImportList {
 public:
  using value_type = Import;

  /// Over the imports in their order. Made invalid by every change of the list.
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::forward_iterator_tag;
    using value_type = Import;
    using difference_type = std::ptrdiff_t;
    using pointer = const Import*;
    using reference = Import;

    iterator() = default;
    /// The import, which lives as long as whoever takes it wants.
    Import operator*() const { return now_; }
    iterator& operator++() {
      at_ = next_;
      if (at_ != end_) decode();
      return *this;
    }
    iterator operator++(int) {
      const iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const iterator& other) const { return at_ == other.at_; }

   private:
    friend class BasicImportList;
    iterator(const std::uint8_t* at, const std::uint8_t* end) : at_(at), next_(at), end_(end) {
      if (at_ != end_) decode();
    }
    std::uint64_t number() {
      std::uint64_t out = 0;
      for (unsigned shift = 0;; shift += 7) {
        const std::uint8_t byte = *next_++;
        out |= std::uint64_t{byte & 0x7fU} << shift;
        if (byte < 0x80) return out;
      }
    }
    void decode() {
      const std::uint64_t first = number();
      const auto step = static_cast<std::uint32_t>(first >> 1);
      const std::uint32_t summary = step != 0 ? now_.summary + step : static_cast<std::uint32_t>(number());
      now_ = {};
      now_.summary = summary;
      if ((first & 1U) != 0) return;
      const std::uint8_t how = *next_++;
      now_ =
          Import(summary, number(), static_cast<Pass>(how & 3U), (how & 32U) != 0, static_cast<Hotness>(how >> 2 & 7U));
    }
    Import now_;
    const std::uint8_t *at_ = nullptr, *next_ = nullptr, *end_ = nullptr;
  };
  using const_iterator = iterator;

  BasicImportList() = default;
  /// Those of the range, in its order.
  explicit BasicImportList(std::span<const Import> imports) { assign(imports); }

  iterator begin() const { return {bytes_.data(), bytes_.data() + bytes_.size()}; }
  iterator end() const { return {bytes_.data() + bytes_.size(), bytes_.data() + bytes_.size()}; }
  std::size_t size() const { return size_; }  ///< imports
  bool empty() const { return size_ == 0; }   ///< Is there none?
  /// Bytes that the imports take.
  std::size_t packed_bytes() const { return bytes_.size(); }

  /// One more at the end. O(1) amortized.
  void push_back(const Import& import) {
    put(import, bytes_);
    ++size_;
    last_ = import.summary;
  }
  /// Those of the range, in its order, in no more memory than they need. O(length).
  void assign(std::span<const Import> imports) {
    std::vector<std::uint8_t> scratch;
    assign(imports, scratch);
  }
  /// The same; the scratch is overwritten and saves who makes many lists an allocation each.
  void assign(std::span<const Import> imports, std::vector<std::uint8_t>& scratch) {
    scratch.clear();
    size_ = 0;
    last_ = 0;
    for (const Import& import : imports) {
      put(import, scratch);
      ++size_;
      last_ = import.summary;
    }
    bytes_ = std::vector<std::uint8_t>(scratch.begin(), scratch.end());
  }
  /// All of them, to change or to look at in any order. O(length).
  std::vector<Import> unpacked() const { return {begin(), end()}; }
  /// The same imports in the same order?
  bool operator==(const BasicImportList& other) const { return size_ == other.size_ && bytes_ == other.bytes_; }

 private:
  static void number(std::uint64_t value, std::vector<std::uint8_t>& out) {
    for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::uint8_t>(value & 0x7fU) | 0x80U);
    out.push_back(static_cast<std::uint8_t>(value));
  }
  void put(const Import& x, std::vector<std::uint8_t>& out) const {
    const bool ascends = x.summary > last_;
    const bool plain = x.threshold == 0 && x.pass == Pass::direct && x.hotness == Hotness::unknown && !x.declaration;
    number(std::uint64_t{ascends ? x.summary - last_ : 0} << 1 | (plain ? 1U : 0U), out);
    if (!ascends) number(x.summary, out);
    if (plain) return;
    out.push_back(static_cast<std::uint8_t>(static_cast<unsigned>(x.pass) | static_cast<unsigned>(x.hotness) << 2 |
                                            (x.declaration ? 32U : 0U)));
    number(x.threshold, out);
  }

  std::vector<std::uint8_t> bytes_;
  std::uint32_t size_ = 0, last_ = 0;  // the summary of the last import
};
using ImportList = BasicImportList<>;

}  // namespace lathe::thinlto
