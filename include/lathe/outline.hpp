// The outliner: repeated code moved into functions. Checker outline/check.hpp, text forms outline/text.hpp, over
// modules outline/global.hpp.
#pragma once

#include <lathe/outline/ingest.hpp>  // the fewer files between, the shorter what is told of a mistake

#include <lathe/outline/apply.hpp>
#include <lathe/outline/outliner.hpp>
