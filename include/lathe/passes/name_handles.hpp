// Handles to names: an instruction that is given the handle of an object in a register names the object itself, where
// every definition of the register is that object's handle; and back, where the client wants handles.
//
// What an object is, and which operands are handles, the client says:
//   bool origins(Inst, Value, own, from) const;          // passes/origins.hpp; an origin is an object
//   void for_each_handle(Inst, f) const;                  // f(uint32_t place, Value): a handle in a register
//   std::optional<Inst> make_named(Inst, uint32_t place, uint32_t object);  // the instruction with the object's name
//                                                         // there, standing nowhere; nothing: it has no such form
// and, where names may become handles:
//   void for_each_name(Inst, f) const;                    // f(uint32_t place): a name that should be a handle
//   std::optional<std::pair<Inst, Inst>> make_handle(Inst, uint32_t place);  // what puts the handle into a new
//                                                         // register, and the instruction with it; both stand nowhere
// What made the handle stays; dead code is another pass.
// Needs: an Editor. Cost: O(mentions), and O(operands) per change.
// Source: what it is for as in LLVM's NVPTXReplaceImageHandles, which follows one definition; here all of them.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/passes/changes.hpp>
#include <lathe/passes/origins.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct NameHandlesOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  const char* name = "name-handles";  ///< of the pass, in remarks
  bool explain = false;               ///< fill NameHandlesResult::kept
};
enum class NameHandlesReason : std::uint8_t {
  unknown,  ///< it may be the handle of anything
  several,  ///< it is the handle of one of several objects
  form,     ///< the client has no instruction with the name there
};
inline constexpr const char* name_handles_reason_names[] = {"the object is not known", "one of several objects",
                                                            "there is no form with a name"};
struct NameHandlesStats {
  std::uint64_t looked_at = 0, named = 0, made_handles = 0, unknown = 0, several = 0;
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t NameHandlesStats::*>;
    return std::array{F{"handles looked at", &NameHandlesStats::looked_at},
                      F{"handles named", &NameHandlesStats::named},
                      F{"names to handles", &NameHandlesStats::made_handles},
                      F{"handles of unknown objects", &NameHandlesStats::unknown},
                      F{"handles of one of several", &NameHandlesStats::several}};
  }
};
template <View P>
using NameHandlesResult = PassResult<P, NameHandlesStats, NameHandlesReason>;

/// What is asked of a client.
template <class C, class P>
concept HandleClient = requires(C& c, const inst_t<P>& i, std::uint32_t n) {
  c.for_each_handle(i, [](std::uint32_t, const value_t<P>&) {});
  { c.make_named(i, n, n) } -> std::convertible_to<std::optional<inst_t<P>>>;
};
/// Who makes handles of names, besides.
template <class C, class P>
concept MakesHandles = requires(C& c, const inst_t<P>& i, std::uint32_t n) {
  c.for_each_name(i, [](std::uint32_t) {});
  { c.make_handle(i, n) } -> std::convertible_to<std::optional<std::pair<inst_t<P>, inst_t<P>>>>;
};

namespace detail {

template <Editor P, class Client, class Change, class... Observers>
class NameHandles {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  NameHandles(P& code, Client& client, const NameHandlesOptions& options, Change& changes, NameHandlesResult<P>& result,
              Observers&... observers)
      : code_(code),
        client_(client),
        options_(options),
        changes_(changes),
        result_(result),
        origins_(code, client),
        editing_(code, observers...) {}

  void run() {
    std::vector<Inst> all;
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b)) all.push_back(i);
    for (Inst i : all) {
      for (std::uint32_t from = 0; name_one(i, from);) {
      }
      if constexpr (MakesHandles<Client, P>)
        for (std::uint32_t from = 0; handle_one(i, from);) {
        }
    }
  }

 private:
  // The first handle from a place on; `i` becomes the new instruction, `from` the place behind. False: there is none.
  bool name_one(Inst& i, std::uint32_t& from) {
    std::optional<std::pair<std::uint32_t, Value>> found;
    client_.for_each_handle(i, [&](std::uint32_t place, const Value& v) {
      if (!found && place >= from) found.emplace(place, v);
    });
    if (!found) return false;
    from = found->first + 1;
    ++result_.stats.looked_at;
    const Value handle = found->second;
    const auto object = origins_.only(handle);
    if (!object) {
      const bool several = !origins_.anything(handle) && !origins_.of(handle).empty();
      ++(several ? result_.stats.several : result_.stats.unknown);
      keep(i, several ? NameHandlesReason::several : NameHandlesReason::unknown);
      return true;
    }
    const std::optional<Inst> made = client_.make_named(i, found->first, *object);
    if (!made) {
      keep(i, NameHandlesReason::form);
      return true;
    }
    if (!changes_.next("HandleNamed")) {
      code_.drop(*made);
      return false;
    }
    changes_.remark(Remark::Kind::passed, "HandleNamed", code_, i,
                    [&] { return inst_name(code_, i) + ": the object of its handle is known"; });
    replace(i, *made);
    ++result_.stats.named;
    return true;
  }
  bool handle_one(Inst& i, std::uint32_t& from)
    requires MakesHandles<Client, P>
  {
    std::optional<std::uint32_t> found;
    client_.for_each_name(i, [&](std::uint32_t place) {
      if (!found && place >= from) found = place;
    });
    if (!found) return false;
    from = *found + 1;
    const auto made = client_.make_handle(i, *found);
    if (!made) {
      keep(i, NameHandlesReason::form);
      return true;
    }
    if (!changes_.next("HandleMade")) {
      code_.drop(made->first);
      code_.drop(made->second);
      return false;
    }
    changes_.remark(Remark::Kind::passed, "HandleMade", code_, i,
                    [&] { return inst_name(code_, i) + ": it takes a handle in a register"; });
    editing_.insert_before(made->first, i);
    replace(i, made->second);
    ++result_.stats.made_handles;
    return true;
  }
  void replace(Inst& i, const Inst& made) {
    editing_.insert_before(made, i);
    editing_.erase(i);
    i = made;
  }
  void keep(const Inst& i, NameHandlesReason why) {
    if (options_.explain) result_.kept.push_back({why, i});
    changes_.remark(Remark::Kind::missed, "HandleStays", code_, i, [&] {
      return inst_name(code_, i) + ": " + name_handles_reason_names[static_cast<std::size_t>(why)];
    });
  }

  P& code_;
  Client& client_;
  const NameHandlesOptions& options_;
  Change& changes_;
  NameHandlesResult<P>& result_;
  Origins<P> origins_;
  program::Editing<P, Observers...> editing_;
};

}  // namespace detail

/// Names every handle whose object is known. The same in the same order every time.
template <Editor P, class Client, class Sink = NoRemarks, class... Observers>
  requires HandleClient<Client, P>
NameHandlesResult<P> name_handles(P& code, Client& client, const NameHandlesOptions& options = {}, Sink&& sink = {},
                                  Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  NameHandlesResult<P> result;
  Change changes(options.name, options.fuel, sink, observers...);
  detail::NameHandles<P, Client, Change, Observers...>(code, client, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}

}  // namespace lathe::passes
