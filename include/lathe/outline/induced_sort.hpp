// Sorts the suffixes of a text by induction: linear time, in the room of the answer and a little more.
//
// Nong, Zhang and Chan, "Two Efficient Algorithms for Linear Time Suffix Array Construction", IEEE Transactions on
// Computers 2011 (SA-IS). A suffix is of type S if it is smaller than the one that begins one place later, else of type
// L; an S behind an L is an LMS suffix. The order of the LMS suffixes gives the order of all in two scans, and is found
// by sorting the text of the pieces between LMS places, each piece by its rank: at most half as long.
//
// What differs from the paper:
// - The end of the text is larger than all symbols, and so are symbols that occur once, which grow with their places.
//   They are in order as they stand and take no room in the answer; an S behind one is no LMS suffix, as nothing is
//   induced from it. Code, where a third of the symbols may occur once, falls into short strings then.
// - A piece that occurs once has its place in the order as soon as pieces are, and no comparison goes past it: of
//   several in a row the first alone is in the text of the pieces (Grebnov's libsais does so, too).
// - Symbols are as narrow as the alphabet allows, since most of the time goes into reading them out of order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace lathe::outline::detail {

/// One text, one use: `prepare`, then `sort`. Symbol: an unsigned type that holds `live`.
template <class Symbol>
class InducedSorter {
 public:
  using Word = std::uint32_t;

  /// Preconditions: text[0 .. length] are symbols up to `live`, the last one is `live`; each `live` stands for a symbol
  /// that occurs once, larger than all others and than those before it, and without `singles` there is none but the
  /// last; 8 bytes behind the last may be read; length < 2^31 - 8.
  InducedSorter(const Symbol* text, Word length, Word live, bool singles)
      : text_(text), length_(length), live_(live), singles_(singles) {}

  /// Words that `prepare` wants for an alphabet of `live` symbols.
  static std::size_t bucket_words(Word live) { return 2 * std::size_t{live} + 2; }
  /// How many suffixes `sort` gives: those that begin with a symbol below `live`. Behind `prepare`.
  Word sorted() const { return sorted_; }

  /// Counts symbols and LMS suffixes. Returns the words of room that `sort` needs: at most length + 40 and sorted().
  std::size_t prepare(Word* buckets) {
    begin_ = buckets;
    at_ = buckets + live_ + 1;
    std::fill(begin_, begin_ + live_ + 2, 0);  // the last counts those that occur once, and is forgotten
    walk([&](Word, Word c, bool lms) {
      ++begin_[std::min(c, live_) + 1];
      lms_ += lms;
    });
    for (Word c = 0; c < live_; ++c) begin_[c + 1] += begin_[c];
    sorted_ = begin_[live_];
    return std::max<std::size_t>({sorted_, std::size_t{lms_} + length_ / 2 + 2, 2 * std::size_t{lms_} + spare});
  }

  /// order[0 .. sorted()) become the suffixes in order; `room` words of `order` are written, and up to length + 2 of
  /// `scratch`.
  void sort(Word* order, std::size_t room, Word* scratch) {
    order_ = order;
    places_ = scratch;
    list_places();
    if (lms_ > 1) {
      sort_by_pieces();
      if (const Word names = name(); names < lms_)
        order_lms(names, room);
      else
        for (Word i = 0; i < lms_; ++i) order_[i] &= ~mark;
    } else if (lms_ == 1) {
      order_[0] = places_[0];
    }
    std::fill(order_ + lms_, order_ + sorted_, 0);
    to_tails();
    for (Word i = lms_; i-- > 0;) {
      if (i >= ahead) fetch(text_ + order_[i - ahead]);
      const Word p = order_[i];
      order_[i] = 0;
      order_[--at_[text_[p]]] = p | mark;
    }
    induce_l<true>();
    induce_s<true>();
  }

 private:
  static constexpr Word mark = 0x80000000U;
  static constexpr Word ahead = 32;         // entries for which memory is asked before their turn
  static constexpr std::size_t spare = 40;  // words of room, one for each text of pieces and some

  static void fetch(const void* at) { __builtin_prefetch(at); }
  static void fetch_to_write(const void* at) { __builtin_prefetch(at, 1); }

  void to_heads() { std::copy(begin_, begin_ + live_, at_); }
  void to_tails() { std::copy(begin_ + 1, begin_ + live_ + 1, at_); }

  // Calls f(p, symbol, is p + 1 an LMS suffix) for each place, from the last to the first. Without branches: nobody
  // could foretell them.
  template <class F>
  void walk(F&& f) const {
    Word next = text_[length_];
    bool next_s = true;
    for (Word p = length_; p-- > 0;) {
      const Word c = text_[p];
      const bool s = (c < next) | ((c == next) & next_s);
      f(p, c, !s & next_s & (c < live_));
      next = c;
      next_s = s;
    }
  }

  void list_places() {
    Word* const places = places_;
    Word to = lms_;
    walk([&](Word p, Word, bool lms) {
      places[to] = p + 1;
      to -= lms;
    });
    std::copy(places + 1, places + lms_ + 1, places);
  }

  // order[0 .. lms) become the LMS suffixes by the order of their pieces.
  void sort_by_pieces() {
    std::fill(order_, order_ + sorted_, 0);
    to_tails();
    for (Word i = lms_; i-- > 0;) {
      const Word p = places_[i];
      order_[--at_[text_[p]]] = p | mark;
    }
    induce_l<false>();
    induce_s<false>();
    Word to = 0;
    for (Word i = 0; i < sorted_; ++i)
      if (order_[i] >= mark) order_[to++] = order_[i] & ~mark;
  }

  // Entries with a mark have an L before them, which goes to the head of its bucket. They are forgotten then or (final)
  // keep their mark; an L before which an S stands gets none.
  template <bool final>
  void induce_l() {
    to_heads();
    const Symbol* const text = text_;
    Word* const order = order_;
    Word* const at = at_;
    const Word n = sorted_, live = live_;
    for (Word i = 0; i < n; ++i) {
      if (i + 2 * ahead < n) fetch(text + ((order[i + 2 * ahead] & ~mark) - std::ptrdiff_t{1}));
      if (i + ahead < n) {
        const Word j = order[i + ahead];
        if (j > mark) {
          const Word c = text[(j & ~mark) - 1];
          if (c < live) fetch_to_write(order + at[c]);
        }
      }
      const Word j = order[i];
      if (j <= mark) continue;
      if (!final) order[i] = 0;
      const Word q = (j & ~mark) - 1, c = text[q];
      if (final && c >= live) continue;
      Word entry = q | mark;
      if (q == 0) {
        if (!final) entry = 0;
      } else if (const Word d = text[q - 1]; d < c) {
        entry = q;
      } else if (!final && d >= live) {
        entry = 0;  // nothing is induced from it
      }
      order[at[c]++] = entry;
    }
  }

  // Entries without a mark have an S before them, which goes to the tail of its bucket. Of the others the LMS suffixes
  // stay, with their mark, or (final) all do, without.
  template <bool final>
  void induce_s() {
    to_tails();
    const Symbol* const text = text_;
    Word* const order = order_;
    Word* const at = at_;
    const Word n = sorted_, live = live_;
    const auto entry_of = [&](Word q, Word c) -> Word {
      if (q == 0) return final ? mark : 0;
      const Word d = text[q - 1];
      if (d <= c) return q;
      return !final && d >= live ? 0 : q | mark;
    };
    const auto before_single = [&](Word p) {
      const Word c = text[p - 1];
      if (c < live) order[--at[c]] = entry_of(p - 1, c);
    };
    if (length_ != 0) before_single(length_);
    if (singles_)
      for (Word p = length_; p-- > 1;)
        if (text[p] >= live) before_single(p);
    for (Word i = n; i-- > 0;) {
      if (i >= 2 * ahead) fetch(text + ((order[i - 2 * ahead] & ~mark) - std::ptrdiff_t{1}));
      if (i >= ahead) {
        const Word j = order[i - ahead];
        if (j < mark && j != 0) fetch_to_write(order + at[text[j - 1]] - 1);
      }
      const Word j = order[i];
      if (j >= mark) {
        if (final) order[i] = j & ~mark;
        continue;
      }
      if (j == 0) continue;
      if (!final) order[i] = 0;
      const Word q = j - 1, c = text[q];
      order[--at[c]] = entry_of(q, c);
    }
  }

  // Ranks of the pieces from 1 on, by the half of their places behind the LMS suffixes; a piece that occurs once gets a
  // mark there and in the order. Returns how many there are.
  Word name() {
    Word* const piece = order_ + lms_;
    Word end = length_;
    for (Word i = lms_; i-- > 0;) {
      const Word p = places_[i];
      piece[p / 2] = end - p + 1;
      end = p;
    }
    Word names = 0, last = order_[0], last_size = 0, of_name = 2;
    const auto next_name = [&](Word i) {
      if (of_name == 1) {
        piece[last / 2] |= mark;
        order_[i - 1] |= mark;
      }
      of_name = 0;
    };
    for (Word i = 0; i < lms_; ++i) {
      if (i + ahead < lms_) {
        fetch(text_ + order_[i + ahead]);
        fetch_to_write(piece + order_[i + ahead] / 2);
      }
      const Word p = order_[i], size = piece[p / 2];
      if (size != last_size || !same(p, last, size)) {
        next_name(i);
        ++names;
      }
      ++of_name;
      last = p;
      last_size = size;
      piece[p / 2] = names;
    }
    next_name(lms_);
    return names;
  }

  // Are two pieces the same? Not if a symbol that occurs once is in them.
  bool same(Word a, Word b, Word size) const {
    constexpr Word step = sizeof(std::uint64_t) / sizeof(Symbol);
    for (Word at = 0; at < size; at += step) {
      std::uint64_t x, y;
      std::memcpy(&x, text_ + a + at, sizeof x);
      std::memcpy(&y, text_ + b + at, sizeof y);
      if (const Word rest = size - at; rest < step) {
        for (Word k = 0; k < rest; ++k)
          if (text_[a + at + k] != text_[b + at + k]) return false;
      } else if (x != y) {
        return false;
      }
    }
    if (a + size > length_ || b + size > length_) return false;
    return !singles_ || std::none_of(text_ + a, text_ + a + size, [&](Symbol c) { return c >= live_; });
  }

  // order[0 .. lms) become the LMS suffixes in order. Those with a mark are where they belong.
  void order_lms(Word names, std::size_t room) {
    const Word* const named = order_ + lms_;
    Word* const pieces = order_ + (room - lms_ - 1);  // written behind what is still to be read of `named`
    Word kept = lms_;
    for (Word i = lms_; i-- > 0;) {
      const Word p = places_[i], piece = named[p / 2], before = i == 0 ? mark : named[places_[i - 1] / 2];
      pieces[kept - 1] = (piece & ~mark) - 1;
      places_[kept - 1] = p | (piece & mark);
      kept -= (piece & before & mark) == 0;
    }
    const Word count = lms_ - kept;
    const Word* const places = places_ + kept;
    Word* const found = places_ + lms_ + 1;
    std::copy(order_, order_ + lms_, found);
    pieces[lms_] = names;
    sort_pieces(pieces + kept, count, names, room - lms_ - 1 + kept);
    // From the end, where what is written is never before what is read.
    Word j = count, next = places[order_[j - 1]];
    for (Word i = lms_; i-- > 0;) {
      const bool alone = (found[i] & mark) != 0, take = !alone || found[i] == next;
      order_[i] = (alone ? found[i] : next) & ~mark;
      if (!take || --j == 0) continue;
      if (j > ahead) fetch(places + order_[j - 1 - ahead]);
      next = places[order_[j - 1]];
    }
  }

  // order[0 .. count) become the suffixes of pieces[0 .. count), count > 1, which stand behind `room` words of it.
  void sort_pieces(const Word* pieces, Word count, Word names, std::size_t room) {
    InducedSorter<Word> inner(pieces, count, names, false);
    const std::size_t words = bucket_words(names);
    const auto scratch = std::make_unique_for_overwrite<Word[]>(count + std::size_t{2});
    std::unique_ptr<Word[]> own;
    Word* buckets = nullptr;
    if (room < words + count + spare) {
      own = std::make_unique_for_overwrite<Word[]>(words);
      buckets = own.get();
    } else {
      room -= words;
      buckets = order_ + room;
    }
    inner.prepare(buckets);
    inner.sort(order_, room, scratch.get());
  }

  const Symbol* text_;
  Word length_, live_;
  bool singles_;
  Word lms_ = 0, sorted_ = 0;
  Word *begin_ = nullptr, *at_ = nullptr, *order_ = nullptr;
  Word* places_ = nullptr;  // of the LMS suffixes, in the order of the text; lms + 1 words, and as many behind them
};

}  // namespace lathe::outline::detail
