// The interpreter, compiled into this test program.
#include "support/dag_eval.cpp"
#include "support/dag_eval_scalars.cpp"
