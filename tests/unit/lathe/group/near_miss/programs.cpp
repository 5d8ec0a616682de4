// Groupers that lack one member each. Compiled with -DMISSING=n; n = 0 lacks nothing.
#include <lathe/group/concepts.hpp>  // first: the fewer files between, the shorter what is told

#include <lathe/group.hpp>

using namespace lathe::group;

struct Operand {
  unsigned value;
  bool is_def;
};
template <class T>
struct Range {
  T* begin();
  T* end();
};
struct Miss {
#if MISSING != 1
  Range<char> blocks();
#endif
#if MISSING != 2
  Range<int> insts(char);
#endif
#if MISSING != 3
  std::optional<Identified> identify(int);
#endif
#if MISSING != 4
  Range<Operand> operands(int);
#endif
#if MISSING != 5
  lathe::flow::Sequence::Memory memory(int);
#endif
#if MISSING != 6
  unsigned form(std::span<const Candidate>);
#endif
#if MISSING != 7
  void merge(const Merging<char, int>&);
#endif
#if MISSING != 8
  void clean_up();
#endif
};
#if ENTRY == 1
auto use(Miss& program) { return lathe::group::ingest(program); }
#elif ENTRY == 2
auto use(Miss& grouper) { return lathe::group::run(grouper); }
#else
static_assert(lathe::group::explain_candidate_source<Miss>());
#if MISSING == 0 || MISSING > 6
static_assert(lathe::group::explain_grouper<Miss>());
#endif
#endif
