// What values are as sums: each value of a function as constant + sum of factor * atom, modulo 2^bits, where the atoms are values
// that are no sums themselves, products of two such, and narrower values extended.
//
// A client says what one instruction computes (LinearStep); the form of a value puts the forms of its operands in. Arithmetic
// wraps, so a sum of another width is an atom: what an extension makes of it is not what it makes of its parts. A form has no
// more than `terms` terms; where there would be more, operands that are sums themselves are taken as atoms, and if that is not
// enough, the value is its own.
//
// What reads a value that is not settled where it stands (several definitions, or one that is not passed before) has no form, so
// that an atom has one word wherever two forms of it stand.
// Cost: O(size) to make; a form is found in O(1).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include <lathe/passes/chain.hpp>

namespace lathe::passes {

/// What an instruction computes: constant + sum of factor * value [* by], modulo 2^bits.
template <class Value>
struct LinearStep {
  /// A value times a factor, and times another value where there is one.
  struct Term {
    Value value{};
    std::uint64_t factor = 1;   ///< modulo 2^bits
    std::optional<Value> by{};  ///< and times this
    std::uint32_t from = 0;     ///< not 0: the value has so many bits and is extended,
    bool sign = false;          ///< with its sign; no `by` then
  };
  std::uint32_t bits = 64;      ///< of the result, 1 to 64
  std::uint64_t constant = 0;   ///< modulo 2^bits
  std::array<Term, 3> terms{};  ///< the first `count` of them
  std::uint32_t count = 0;
  /// One more term; there is room for three.
  void add(const Term& t) { terms[count++] = t; }
};

/// Says which instructions are sums. Nothing: not one, or under a guard, or written in part.
template <class C, class P>
concept LinearClient = requires(const C& c, const inst_t<P>& i, const value_t<P>& v) {
  { c.linear(i) } -> std::convertible_to<std::optional<LinearStep<value_t<P>>>>;
  { c.constant_of(v) } -> std::convertible_to<std::optional<std::uint64_t>>;  // of a constant that phis take
};

/// One term of a form; values by their numbers in Known.
struct LinearTerm {
  std::uint32_t value = program::none, by = program::none;  ///< by: none, or not smaller than value
  std::uint32_t from = 0;                                   ///< not 0: so many bits of the value are extended
  bool sign = false;                                        ///< with their sign
  std::uint64_t factor = 1;                                 ///< modulo 2^bits of the form
  /// What the factor stands in front of: terms with equal ones are one term.
  auto atom() const { return std::tuple(value, by, from, sign); }
  bool operator==(const LinearTerm&) const = default;
};
/// A value as a sum: constant + sum of terms, modulo 2^bits.
struct LinearForm {
  std::uint32_t bits = 0;         ///< 0: an atom, whatever its width
  std::uint64_t constant = 0;     ///< modulo 2^bits
  std::vector<LinearTerm> terms;  ///< by atom, no factor 0
  /// Is there no term?
  bool is_constant() const { return terms.empty(); }
};

/// The forms of all values of a function that are written once, each in terms of what is no sum itself. Follows edits by
/// `renew`. O(instructions) to make.
template <Editor P, class Client>
class LinearForms {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Step = LinearStep<Value>;
  struct Kept {
    std::uint32_t bits = 0, first = 0, count = 0;
    std::uint64_t constant = 0;
  };

 public:
  static constexpr std::size_t most = 4;  ///< terms of a form

  /// Both outlive it. `client` says what the instructions compute.
  LinearForms(Chain<P>& on, const Client& client) : on_(on), client_(client) {
    on.uses();
    kept_.reserve(on.known().values.size());
    for (const std::uint32_t b : on.shape().order.blocks)
      for (auto&& i : on.code().instructions(on.known().blocks[b])) renew(i);
  }
  /// The instruction is new, or its operands are.
  void renew(const Inst& i) {
    const std::optional<Step> step = on_.code().effects(i).has(Effect::phi) ? std::nullopt : client_.linear(i);
    if (!step) return;
    const Value result = result_of(on_.code(), i);
    const std::uint32_t n = on_.known().values.add(result);
    if (n < kept_.size()) kept_[n] = {};
    if (n < gone_.size()) gone_[n] = false;
    if (on_.uses().defs(result) != 1 || pinned(on_.code(), result)) return;
    if (!on_.places().reads_settled(i, on_.places().of(i))) return;
    LinearForm f = sum(*step, [&](const Value& v) { return of(v); });
    if (f.terms.size() > most)
      f = sum(*step, [&](const Value& v) {
        LinearForm part = of(v);
        return part.terms.size() > 1 ? atom(v) : part;
      });
    if (f.terms.size() <= most) keep(n, f);
  }
  /// Nothing defines the value any more: a form that names it says nothing.
  void forget(const Value& v) {
    const std::uint32_t n = on_.known().values.add(v);
    if (n >= gone_.size()) gone_.resize(n + 1, false);
    gone_[n] = true;
  }
  /// The form of a value: of a constant that, of what is no sum itself one term. O(terms).
  LinearForm of(const Value& v) const {
    if (const auto c = client_.constant_of(v)) return {0, *c, {}};
    const std::uint32_t n = on_.known().values.add(v);
    if (n >= kept_.size() || kept_[n].bits == 0) return atom(v);
    const Kept& k = kept_[n];
    LinearForm out{k.bits, k.constant, {pool_.begin() + k.first, pool_.begin() + k.first + k.count}};
    const auto is_gone = [&](std::uint32_t value) { return value < gone_.size() && gone_[value]; };
    for (const LinearTerm& t : out.terms)
      if (is_gone(t.value) || is_gone(t.by)) return atom(v);
    return out;
  }
  /// The value itself as a form, though it may be a sum.
  LinearForm atom(const Value& v) const { return {0, 0, {{on_.known().values.add(v), program::none, 0, false, 1}}}; }

  /// n modulo 2^bits.
  static std::uint64_t cut(std::uint64_t n, std::uint32_t bits) {
    return bits >= 64 ? n : n & ((std::uint64_t{1} << bits) - 1);
  }
  /// n of so many bits as a signed number.
  static std::int64_t as_signed(std::uint64_t n, std::uint32_t bits) {
    return bits >= 64 ? static_cast<std::int64_t>(n) : static_cast<std::int64_t>(n << (64 - bits)) >> (64 - bits);
  }
  /// All factors and the constant times `by`, into `to`.
  static void add(LinearForm& to, const LinearForm& what, std::uint64_t by) {
    to.constant = cut(to.constant + what.constant * by, to.bits);
    for (LinearTerm t : what.terms) {
      t.factor *= by;
      add(to, t);
    }
  }
  /// One term more, joined with one of the same atom.
  static void add(LinearForm& to, LinearTerm t) {
    if (t.by != program::none && t.by < t.value) std::swap(t.value, t.by);
    const auto at = std::lower_bound(to.terms.begin(), to.terms.end(), t,
                                     [](const LinearTerm& a, const LinearTerm& b) { return a.atom() < b.atom(); });
    if (at == to.terms.end() || at->atom() != t.atom()) {
      t.factor = cut(t.factor, to.bits);
      if (t.factor != 0) to.terms.insert(at, t);
    } else if (at->factor = cut(at->factor + t.factor, to.bits); at->factor == 0) {
      to.terms.erase(at);
    }
  }

 private:
  template <class Part>
  LinearForm sum(const Step& step, Part&& part) const {
    LinearForm out{step.bits, cut(step.constant, step.bits), {}};
    for (std::uint32_t k = 0; k < step.count; ++k) {
      const auto& t = step.terms[k];
      LinearForm of = fitting(part(t.value), t.value, t.from != 0 ? t.from : step.bits);
      if (t.from != 0) {
        if (of.is_constant())
          out.constant = cut(out.constant + t.factor * extended(of.constant, t.from, t.sign), step.bits);
        else
          add(out, {on_.known().values.add(t.value), program::none, t.from, t.sign, t.factor});
      } else if (!t.by) {
        add(out, of, t.factor);
      } else {
        multiply(out, t, std::move(of), fitting(part(*t.by), *t.by, step.bits));
      }
    }
    return out;
  }
  LinearForm fitting(LinearForm f, const Value& v, std::uint32_t bits) const {
    if (f.bits == bits || f.bits == 0) return f;
    return atom(v);
  }
  static std::uint64_t extended(std::uint64_t n, std::uint32_t from, bool sign) {
    return sign ? static_cast<std::uint64_t>(as_signed(n, from)) : cut(n, from);
  }
  // An atom alone, but for its factor.
  static bool is_single(const LinearForm& f) {
    return f.terms.size() == 1 && f.constant == 0 && f.terms[0].by == program::none && f.terms[0].from == 0;
  }
  static bool is_simple(const LinearForm& f) {
    return std::all_of(f.terms.begin(), f.terms.end(),
                       [](const LinearTerm& t) { return t.by == program::none && t.from == 0; });
  }
  void multiply(LinearForm& out, const typename Step::Term& t, LinearForm a, LinearForm b) const {
    if (b.is_constant()) return add(out, a, t.factor * b.constant);
    if (a.is_constant()) return add(out, b, t.factor * a.constant);
    // Each of a's terms times b, which is an atom.
    Value of_a = t.value, of_b = *t.by;
    if (is_single(a) && !is_single(b)) std::swap(a, b), std::swap(of_a, of_b);
    if (!is_single(b)) b = atom(of_b);
    if (!is_simple(a)) a = atom(of_a);
    const std::uint64_t factor = t.factor * b.terms[0].factor;
    for (const LinearTerm& x : a.terms) add(out, {x.value, b.terms[0].value, 0, false, factor * x.factor});
    if (a.constant != 0) add(out, {b.terms[0].value, program::none, 0, false, factor * a.constant});
  }
  void keep(std::uint32_t n, const LinearForm& f) {
    if (n >= kept_.size()) kept_.resize(n + 1);
    kept_[n] = {f.bits, static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(f.terms.size()),
                f.constant};
    pool_.insert(pool_.end(), f.terms.begin(), f.terms.end());
  }

  Chain<P>& on_;
  const Client& client_;
  std::vector<Kept> kept_;  // by number of the value
  std::vector<LinearTerm> pool_;
  std::vector<bool> gone_;  // by number of the value
};

}  // namespace lathe::passes
