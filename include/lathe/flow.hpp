// Control flow: CFG view, reverse post-order, dominators, loops, liveness.
#pragma once

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/flow/order.hpp>
