// Control flow: CFG view, reverse post-order, dominators, post-dominators, loops, liveness, probabilities, frequencies,
// slot indexes, live intervals. A report of them all flow/report.hpp, checkers flow/check*.hpp, text form
// flow/text.hpp.
#pragma once

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/concepts.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/flow/frequency.hpp>
#include <lathe/flow/intervals.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/flow/post_dominators.hpp>
#include <lathe/flow/probability.hpp>
#include <lathe/flow/problem.hpp>
#include <lathe/flow/slots.hpp>
