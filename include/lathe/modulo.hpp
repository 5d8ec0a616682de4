// Software pipelining by modulo scheduling. Checkers modulo/check.hpp, text forms modulo/text.hpp.
#pragma once

#include <lathe/modulo/ingest.hpp>
#include <lathe/modulo/scheduler.hpp>
