// Remarks that are wanted or not as the run says. One instantiation of an algorithm then does for both, where its
// compilation costs more than a test for each remark.
#pragma once

#include <concepts>

#include <lathe/support/remark.hpp>

namespace lathe {

/// Keeps remarks in a list, or nobody listens: null.
struct MaybeRemarks {
  RemarkList* list = nullptr;                         ///< outlives it; null: nobody listens
  bool listening() const { return list != nullptr; }  ///< whether a remark is worth making
  void operator()(const Remark& remark) const {
    if (list != nullptr) (*list)(remark);
  }
};

/// Whether anybody listens to a sink; one that knows only as it runs has `listening()`.
template <class Sink>
constexpr bool listens(const Sink& sink) {
  if constexpr (!wants_remarks<Sink>)
    return false;
  else if constexpr (requires {
                       { sink.listening() } -> std::same_as<bool>;
                     })
    return sink.listening();
  else
    return true;
}

}  // namespace lathe
