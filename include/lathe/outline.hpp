// The outliner: repeated code moved into functions. See include/lathe/README.md.
#pragma once

#include <lathe/outline/apply.hpp>
#include <lathe/outline/check.hpp>
#include <lathe/outline/global.hpp>
#include <lathe/outline/outliner.hpp>
