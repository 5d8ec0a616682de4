// What random tests spend most of their time in and is no template, optimized once for the programs that name it (ENGINES of
// lathe_unit_test): of an inline function the linker takes the first copy, and this is the first. They see what users run.
#include <lathe/program/equal_run.hpp>

using lathe::program::equal::Answer, lathe::program::equal::Code, lathe::program::equal::Options;
Answer (*const volatile compare_at_o1)(const Code&, const Code&, const Options&) = &lathe::program::equal::compare;
