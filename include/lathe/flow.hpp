// Control flow: CFG view, reverse post-order, dominators, post-dominators, loops, liveness, probabilities, frequencies,
// slot indexes, live intervals, and a report of them all.
#pragma once

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/check.hpp>
#include <lathe/flow/check_dependences.hpp>
#include <lathe/flow/check_values.hpp>
#include <lathe/flow/concepts.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/flow/frequency.hpp>
#include <lathe/flow/intervals.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/flow/low_high.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/flow/post_dominators.hpp>
#include <lathe/flow/probability.hpp>
#include <lathe/flow/problem.hpp>
#include <lathe/flow/report.hpp>
#include <lathe/flow/slots.hpp>
