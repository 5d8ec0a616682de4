// Software pipelining by modulo scheduling. See include/lathe/README.md.
#pragma once

#include <lathe/modulo/check.hpp>
#include <lathe/modulo/ingest.hpp>
#include <lathe/modulo/scheduler.hpp>
#include <lathe/modulo/text.hpp>
