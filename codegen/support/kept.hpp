// What LLVM works with, where it may be stopped by an exception.
#pragma once

#include <exception>
#include <memory>
#include <utility>

namespace lathe::codegen {

/// Owns an object, as unique_ptr does; where it goes because an exception passes, the object stays for ever.
///
/// LLVM is compiled without exceptions. One that comes through it (memory's end, a fatal error that a library throws) does
/// not destroy what LLVM's functions have on their stack, and handles and half-made tables among it are still known to
/// modules, contexts, analyses and passes, which cannot be destroyed any more. So whatever of ours owns such is a Kept.
template <class T>
class Kept {
 public:
  explicit Kept(std::unique_ptr<T> owned) : owned_(std::move(owned)) {}  ///< Null: there is nothing to keep.
  ~Kept() {
    if (std::uncaught_exceptions() > before_) (void)owned_.release();
  }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  T& operator*() const { return *owned_; }
  T* operator->() const { return owned_.get(); }
  /// The object is somebody else's.
  T* release() { return owned_.release(); }

 private:
  std::unique_ptr<T> owned_;
  int before_ = std::uncaught_exceptions();
};

}  // namespace lathe::codegen
