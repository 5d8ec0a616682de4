// The toy GPU's facts as they are, under other names: toy_facts.cpp gives them out changed under their own.
#include "examples/toy_gpu/target.hpp"
#define target_facts plain_target_facts
#define prepare_facts plain_prepare_facts
#define registers plain_registers
namespace toy_gpu {
TargetFacts target_facts();
PrepareFacts prepare_facts();
machine::Registers registers();
}  // namespace toy_gpu
#include "examples/toy_gpu/facts.cpp"
