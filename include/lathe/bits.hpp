// Known bits and demanded bits: what is certain of each bit of a value, and which bits anybody looks at.
//
//   bits::Analysis known(source);             // source: your program, see bits/concepts.hpp
//   known.known(value).zero                   // bits that are certainly 0
//   bits::DemandedBits demanded(source, known);
//   demanded.demanded(value)                  // bits that can reach what is seen
//
// bits/known.hpp, arithmetic.hpp and shift.hpp carry known bits through single operations; bits/operation.hpp names
// operations, transfer.hpp and demand.hpp go by these names. A straight line as data is bits/problem.hpp, its text form
// text.hpp, the checker check.hpp: those are included by name.
#pragma once

#include <lathe/bits/analysis.hpp>
#include <lathe/bits/arithmetic.hpp>
#include <lathe/bits/concepts.hpp>
#include <lathe/bits/demand.hpp>
#include <lathe/bits/demanded.hpp>
#include <lathe/bits/known.hpp>
#include <lathe/bits/operation.hpp>
#include <lathe/bits/shift.hpp>
#include <lathe/bits/transfer.hpp>
#include <lathe/bits/word.hpp>
