// A stack whose first elements need no allocation: what walks over small functions wait for is the allocator.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace lathe::flow::detail {

template <class T>
class Stack {
 public:
  static_assert(std::is_trivially_copyable_v<T>);
  Stack() = default;
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& back() { return at_[size_ - 1]; }
  T& operator[](std::size_t k) { return at_[k]; }
  const T& operator[](std::size_t k) const { return at_[k]; }
  T* begin() { return at_; }
  T* end() { return at_ + size_; }
  void pop() { --size_; }
  void push(const T& value) {
    if (size_ == room_) grow();
    at_[size_++] = value;
  }

 private:
  static constexpr std::size_t few = 128;
  void grow() {
    std::unique_ptr<T[]> more(new T[2 * room_]);  // not filled
    for (std::size_t k = 0; k < size_; ++k) more[k] = at_[k];
    more_ = std::move(more);
    at_ = more_.get();
    room_ *= 2;
  }

  std::array<T, few> first_;  // not filled
  std::unique_ptr<T[]> more_;
  T* at_ = first_.data();
  std::size_t size_ = 0, room_ = few;
};

}  // namespace lathe::flow::detail
