// Umbrella of the `dense` room: maps and sets for compiler keys.
#pragma once

#include <lathe/dense/check.hpp>
#include <lathe/dense/key.hpp>
#include <lathe/dense/map.hpp>
#include <lathe/dense/ordered.hpp>
#include <lathe/dense/set.hpp>
#include <lathe/dense/trace.hpp>
