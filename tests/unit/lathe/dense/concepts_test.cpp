// Traits, keys, policies and values that lack one member are refused with what to write.
#include <doctest/doctest.h>

#include "support/near_miss.hpp"

NEAR_MISS_CASE("near misses are told by name") {
  near_miss::check_short("tests/unit/lathe/dense/near_miss/programs.cpp",
                         {"dense::KeyTraits (id) wants  static uint32_t id(K key);",
                          "dense::KeyTraits (id) wants  static K from_id(uint32_t id);",
                          "dense::KeyTraits (word) wants  static uint64_t word(K key);",
                          "dense::KeyTraits (word) wants  static K from_word(uint64_t word);",
                          "dense::KeyTraits (value) wants  bool operator==(const K&, const K&);",
                          "K is not trivially copyable; give the traits hash() and equal() instead",
                          "dense::KeyTraits (value) wants  static K empty();",
                          "dense::KeyTraits (value) wants  static uint64_t bits(const K& key);",
                          "static uint64_t hash(const K& key);  is missing",
                          "dense::KeyTraits (hash) wants  static bool equal(const K& stored, const K& key);",
                          "dense: a hash policy wants  static uint64_t mix(uint64_t bits);",
                          "dense values must move without throwing: entries are shifted"});
}
