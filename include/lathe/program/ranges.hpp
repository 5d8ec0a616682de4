// What a View's blocks() and instructions() may give without making a list.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lathe::program {

/// 0 .. size - 1, to walk over.
class Numbers {
 public:
  /// Walks the numbers upwards.
  struct Iterator {
    std::uint32_t at = 0;
    constexpr std::uint32_t operator*() const { return at; }
    constexpr Iterator& operator++() { return ++at, *this; }
    constexpr bool operator==(const Iterator&) const = default;
  };
  constexpr explicit Numbers(std::size_t size) : size_(static_cast<std::uint32_t>(size)) {}  ///< 0 .. size - 1
  constexpr Iterator begin() const { return {0}; }
  constexpr Iterator end() const { return {size_}; }
  constexpr std::uint32_t size() const { return size_; }

 private:
  std::uint32_t size_;
};

/// The addresses of the elements of an array, which outlives it.
template <class T>
class Addresses {
 public:
  /// Walks from element to element.
  struct Iterator {
    const T* at = nullptr;
    constexpr const T* operator*() const { return at; }
    constexpr Iterator& operator++() { return ++at, *this; }
    constexpr bool operator==(const Iterator&) const = default;
  };
  /// Of an array, which outlives it and does not move.
  template <class Array>
  constexpr explicit Addresses(const Array& array) : data_(array.data()), size_(array.size()) {}
  constexpr Iterator begin() const { return {data_}; }
  constexpr Iterator end() const { return {data_ + size_}; }
  constexpr std::size_t size() const { return size_; }
  constexpr const T* operator[](std::size_t n) const { return data_ + n; }

 private:
  const T* data_;
  std::size_t size_;
};
template <class Array>
Addresses(const Array&) -> Addresses<typename Array::value_type>;

/// First base of a class that is made of a View and holds it. Not to be copied, for what refers to it.
template <class V>
struct WithView {
  /// Makes the View of these arguments; those it refers to outlive this object.
  template <class... A>
  explicit WithView(A&&... a) : shown(static_cast<A&&>(a)...) {}
  WithView(const WithView&) = delete;
  WithView& operator=(const WithView&) = delete;
  V shown;  ///< the View; it stays at its address
};

}  // namespace lathe::program
