// An array of plain values that grows where it stands.
//
// A vector that grows is there twice while it is copied, and what it left behind is too small for what it asks for next:
// of large arrays that is half of the largest size of a process. This one asks the system's allocator to make the memory
// longer (`realloc`), which for large blocks moves pages and copies nothing (Linux), and pages that were never written
// cost nothing. So room to grow is free, and 2 is the factor at any size.
//
// Gives: std::vector's words where both do the same; `append` takes any span, part of the array's own, too.
// Needs: values that may be copied as bytes. Nothing keeps a pointer into it while it grows.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace lathe {

/// A vector of values that are bytes, which is never there twice while it grows. Out of memory: as `operator new`
/// says it (`std::set_new_handler`, else std::bad_alloc, or the end where there are no exceptions).
template <class T>
class Growing {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>, "values must be plain bytes");
  static_assert(alignof(T) <= alignof(std::max_align_t), "realloc aligns no more");

 public:
  using value_type = T;             ///< as std::vector's
  using iterator = T*;              ///< ends with the next growth
  using const_iterator = const T*;  ///< ends with the next growth

  Growing() = default;
  Growing(const Growing& other) { append(other); }    ///< the same values
  Growing(Growing&& other) noexcept { swap(other); }  ///< leaves the other empty
  Growing& operator=(const Growing& other) {
    if (this == &other) return *this;
    clear();
    append(other);
    return *this;
  }
  Growing& operator=(Growing&& other) noexcept {
    Growing taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~Growing() { std::free(data_); }

  std::size_t size() const { return size_; }          ///< values that are there
  std::size_t capacity() const { return capacity_; }  ///< values that there is room for
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  /// Precondition: index < size().
  T& operator[](std::size_t index) {
    assert(index < size_);
    return data_[index];
  }
  const T& operator[](std::size_t index) const {
    assert(index < size_);
    return data_[index];
  }
  T& back() { return (*this)[size_ - 1]; }  ///< Precondition: not empty.
  const T& back() const { return (*this)[size_ - 1]; }

  /// Amortized O(1). The value may be one of the array's own.
  void push_back(const T& value) {
    if (size_ == capacity_) {
      const T kept = value;
      grow(size_ + 1);
      data_[size_++] = kept;
      return;
    }
    data_[size_++] = value;
  }
  void pop_back() {  ///< Precondition: not empty.
    assert(size_ != 0);
    --size_;
  }
  /// All of them, in order; they may be a part of the array. O(values).
  void append(std::span<const T> values) {
    if (values.empty()) return;
    const bool own = !std::less<>{}(values.data(), data_) && std::less<>{}(values.data(), data_ + size_);
    const std::size_t place = own ? static_cast<std::size_t>(values.data() - data_) : 0;
    grow(size_ + values.size());
    std::copy_n(own ? data_ + place : values.data(), values.size(), data_ + size_);
    size_ += values.size();
  }
  /// What is new is `value`. O(new ones).
  void resize(std::size_t size, const T& value = T()) {
    const T kept = value;
    grow(size);
    if (size > size_) std::fill(data_ + size_, data_ + size, kept);
    size_ = size;
  }
  /// Room for so many values, if there is less.
  void reserve(std::size_t size) {
    if (size > capacity_) move_to(size);
  }
  void clear() { size_ = 0; }  ///< keeps the memory
  void swap(Growing& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  /// The same values in the same order.
  friend bool operator==(const Growing& a, const Growing& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void grow(std::size_t size) {
    if (size > capacity_) move_to(std::max({size, 2 * capacity_, std::size_t{8}}));
  }
  void move_to(std::size_t capacity) {
    const std::size_t bytes = capacity > static_cast<std::size_t>(-1) / 2 / sizeof(T) ? static_cast<std::size_t>(-1) / 2
                                                                                      : capacity * sizeof(T);
    void* moved = std::realloc(static_cast<void*>(data_), bytes);
    while (moved == nullptr) {  // what operator new does
      const std::new_handler handler = std::get_new_handler();
      if (handler == nullptr) out_of_memory();
      handler();
      moved = std::realloc(static_cast<void*>(data_), bytes);
    }
    data_ = static_cast<T*>(moved);
    capacity_ = capacity;
  }

  /// Compilers are often built without exceptions.
  [[noreturn, gnu::cold]] static void out_of_memory() {
#if defined(__cpp_exceptions)
    throw std::bad_alloc();
#else
    std::abort();
#endif
  }

  T* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace lathe
