// Register pressure: full analysis and an incremental tracker. Checker pressure/check.hpp, text forms
// pressure/text.hpp, scripts of edits (which are pressure/place.hpp) pressure/edit.hpp.
#pragma once

#include <lathe/pressure/analysis.hpp>
#include <lathe/pressure/ingest.hpp>
#include <lathe/pressure/motion.hpp>
#include <lathe/pressure/remarks.hpp>
#include <lathe/pressure/tracker.hpp>
