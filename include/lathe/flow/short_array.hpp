// An array whose first elements stand within the object: analyses of functions of a few blocks wait for the allocator
// more than for anything else.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace lathe::flow::detail {

/// Elements are copied as bytes are, and not filled unless it is said. A value: copies are deep, what was moved from is
/// empty. Its address is not its elements': they move with it up to `few`.
template <class T, std::size_t few>
class ShortArray {
 public:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  ShortArray() = default;
  ShortArray(std::size_t size, const T& value) { assign(size, value); }
  ShortArray(const ShortArray& other) { copy(other); }
  ShortArray(ShortArray&& other) noexcept { take(other); }
  ShortArray& operator=(const ShortArray& other) {
    if (this != &other) copy(other);
    return *this;
  }
  ShortArray& operator=(ShortArray&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  ~ShortArray() = default;

  std::size_t size() const { return size_; }
  std::size_t room() const { return room_; }  ///< elements for which there is memory
  T* data() { return at_; }
  const T* data() const { return at_; }
  T& operator[](std::size_t k) { return at_[k]; }
  const T& operator[](std::size_t k) const { return at_[k]; }

  void assign(std::size_t size, const T& value) {
    resize(size);
    std::fill_n(at_, size, value);
  }
  /// What comes to it is not filled.
  void resize(std::size_t size) {
    if (size > room_) grow(size);
    size_ = size;
  }
  /// The elements stay.
  void reserve(std::size_t room) {
    if (room > room_) grow(room);
  }
  void push_back(const T& value) {
    if (size_ == room_) grow(2 * room_);
    at_[size_++] = value;
  }

 private:
  void grow(std::size_t room) {
    std::unique_ptr<T[]> more(new T[room]);  // not filled
    std::copy_n(at_, size_, more.get());
    more_ = std::move(more);
    at_ = more_.get();
    room_ = room;
  }
  void copy(const ShortArray& other) {
    size_ = 0;
    resize(other.size_);
    std::copy_n(other.at_, size_, at_);
  }
  void take(ShortArray& other) {
    size_ = other.size_;
    more_ = std::move(other.more_);
    room_ = more_ ? other.room_ : few;
    at_ = more_ ? more_.get() : first_.data();
    if (!more_) std::copy_n(other.at_, size_, at_);
    other.size_ = 0;
    other.room_ = few;
    other.at_ = other.first_.data();
  }

  std::array<T, few> first_;  // not filled
  std::unique_ptr<T[]> more_;
  T* at_ = first_.data();
  std::size_t size_ = 0, room_ = few;
};

}  // namespace lathe::flow::detail
