// Umbrella of the `dense` room: maps and sets for compiler keys. Checker dense/check.hpp, operations as text
// dense/trace.hpp.
#pragma once

#include <lathe/dense/key.hpp>
#include <lathe/dense/map.hpp>
#include <lathe/dense/ordered.hpp>
#include <lathe/dense/set.hpp>
