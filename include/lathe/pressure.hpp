// Register pressure: full analysis and an incremental tracker. See include/lathe/README.md.
#pragma once

#include <lathe/pressure/analysis.hpp>
#include <lathe/pressure/check.hpp>
#include <lathe/pressure/edit.hpp>
#include <lathe/pressure/ingest.hpp>
#include <lathe/pressure/motion.hpp>
#include <lathe/pressure/remarks.hpp>
#include <lathe/pressure/text.hpp>
#include <lathe/pressure/tracker.hpp>
