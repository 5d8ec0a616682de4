// The outliner: repeated code moved into functions. See include/lathe/README.md.
#pragma once

#include <lathe/outline/check.hpp>
#include <lathe/outline/outliner.hpp>
