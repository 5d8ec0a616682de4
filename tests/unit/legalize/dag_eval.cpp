// The interpreter, compiled into this test program.
#include "support/dag_eval.cpp"
