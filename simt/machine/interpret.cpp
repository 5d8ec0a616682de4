// The interpreter: fragments of a warp in turn, instruction by instruction.
//
// The deepest ready fragment runs, of several in one frame the one that stands first in layout order; when it comes
// to where another one stands, the two become one. After a while it is the turn of the one that waited longest, so
// that a thread that spins for what another thread of its warp will do does not spin for ever (not where Grid::fair
// is false).
// Cost: one indirect call for an instruction of 32 lanes. Source: Diamos et al. 2011 (thread frontiers).
#include <algorithm>
#include <bit>

#include "simt/lanes/lane_tools.hpp"
#include "simt/machine/barrier.hpp"
#include "simt/state/observer.hpp"
#include "simt/state/program.hpp"
#include "simt/state/warp.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

// Instructions that one fragment may run while others are ready, and what the others get then.
constexpr std::uint64_t long_turn = 16384, short_turn = 4096;
// Polls (Code::poll) after which a turn ends early: of a fragment that others of its warp wait for, and of a warp.
constexpr unsigned fragment_polls = 32, warp_polls = 128;

using State = Fragment::State;

bool runs_before(const Fragment& a, const Fragment& b) {
  if (a.frame->depth != b.frame->depth) return a.frame->depth > b.frame->depth;
  if (a.pc != b.pc) return a.pc < b.pc;
  return (a.mask & (~a.mask + 1)) < (b.mask & (~b.mask + 1));
}

}  // namespace

void Warp::store_current() {
  Fragment& f = fragments[current];
  f.mask = active;
  f.pc = pc;
  f.frame = frame;
}

void Warp::rebind() {
  function = frame->function;
  banks[0] = frame->base;
  banks[1] = const_cast<std::byte*>(function->constants.data());
}

void Warp::load_current(std::size_t fragment) {
  current = fragment;
  const Fragment& f = fragments[current];
  active = f.mask;
  pc = f.pc;
  frame = f.frame;
  rebind();
}

// Drops empty fragments; those at one place of one frame become one. Few fragments, so pairs are compared.
void Warp::merge() {
  for (std::size_t i = 0; i < fragments.size();) {
    if (fragments[i].mask == 0) {
      fragments[i] = fragments.back();
      fragments.pop_back();
      continue;
    }
    Fragment& f = fragments[i];
    for (std::size_t k = i + 1; k < fragments.size();) {
      const Fragment& g = fragments[k];
      const bool mergeable =
          (f.state == State::ready || f.state == State::sync) && (g.state == State::ready || g.state == State::sync);
      if (g.mask != 0 && (!mergeable || g.frame != f.frame || g.pc != f.pc)) {
        ++k;
        continue;
      }
      if (g.mask != 0) {
        f.mask |= g.mask;
        f.state = State::ready;
        f.stamp = std::max(f.stamp, g.stamp);
      }
      fragments[k] = fragments.back();
      fragments.pop_back();
    }
    ++i;
  }
}

// Makes the next fragment the running one; false when none can run.
bool Warp::choose() {
  merge();
  for (int attempt = 0; attempt < 2; ++attempt) {
    std::size_t best = fragments.size();
    std::size_t ready = 0;
    for (std::size_t i = 0; i < fragments.size(); ++i) {
      if (fragments[i].state != State::ready) continue;
      ++ready;
      if (best == fragments.size() ||
          (fair_turn_ ? fragments[i].stamp < fragments[best].stamp : runs_before(fragments[i], fragments[best])))
        best = i;
    }
    if (best != fragments.size()) {
      load_current(best);
      fragments[best].stamp = ++stamp_;
      alone_ = ready == 1;
      limit_pc_ = ~0U;
      for (std::size_t i = 0; i < fragments.size(); ++i) {
        const Fragment& f = fragments[i];
        if (i != best && f.frame == frame && f.pc > pc && (f.state == State::ready || f.state == State::sync))
          limit_pc_ = std::min(limit_pc_, f.pc);
      }
      return true;
    }
    // Those that wait for partners ask again when something has happened since.
    if (!retry_) break;
    retry_ = false;
    for (Fragment& f : fragments)
      if (f.state == State::sync) f.state = State::ready;
  }
  return rendezvous() && choose();
}

// Fragments that wait at unlike barriers of the warp for each other go on together.
bool Warp::rendezvous() {
  const auto waits = [&](const Fragment& f) {
    if (f.state != State::sync) return false;
    return f.frame->function->codes[f.pc].meets;
  };
  for (const Fragment& f : fragments) {
    if (!waits(f)) continue;
    Mask here = 0;
    const Mask members = static_cast<Mask>(f.note) & ~exited;
    for (const Fragment& g : fragments)
      if (waits(g) && g.note == f.note) here |= g.mask;
    if ((members & ~here) != 0) continue;
    const std::uint64_t note = f.note;
    if (block->grid->observer != nullptr) block->grid->observer->converge(*this, here, true);
    for (Fragment& g : fragments)
      if (waits(g) && g.note == note) {
        g.state = State::ready;
        ++g.pc;
      }
    return true;
  }
  return false;
}

bool Warp::gathered(const Code&, Mask mask, Mask members) {
  if ((members & ~exited & ~mask) == 0) return true;
  fragments[current].note = members;
  return false;
}

template <bool Observed>
Warp::Turn Warp::run_loop(std::uint64_t budget) {
  const std::uint64_t max_steps = block->grid->options->max_steps;
  Observer* const observer = block->grid->observer;
  for (;;) {
    if (!choose()) return fragments.empty() ? Turn::finished : Turn::blocked;
    if (steps >= max_steps) {
      fault(function->codes[pc], static_cast<unsigned>(std::countr_zero(active)),
            "more than " + std::to_string(max_steps) + " instructions in one warp: does it end? (--max-steps)");
      return Turn::fault;
    }
    const std::uint64_t turn = alone_ ? budget : std::min(budget, fair_turn_ ? short_turn : long_turn);
    const std::uint64_t quota = std::min(turn, max_steps - steps);
    std::uint64_t left = quota, threads = 0;
    const Code* const codes = function->codes.data();
    const std::uint32_t limit = limit_pc_;
    Flow flow = Flow::next;
    unsigned polls = alone_ ? warp_polls : fragment_polls;
    do {
      const Code& c = codes[pc];
      Mask mask = active;
      if (c.guard != no_slot) {
        const Mask p = pred(c.guard);
        mask &= c.guard_negated ? ~p : p;
        if constexpr (Observed) observer->before(*this, c, active, mask);
        if (mask == 0) {
          ++pc;
          continue;
        }
      } else if constexpr (Observed) {
        observer->before(*this, c, active, mask);
      }
      threads += mask == all_lanes ? lane_count : static_cast<std::uint64_t>(std::popcount(mask));
      flow = c.run(*this, c, mask);
      if constexpr (Observed) {
        if (flow != Flow::stop && flow != Flow::again) observer->after(*this, c, mask);
        if (auto found = observer->fault()) {
          block->fault = std::move(found);
          flow = Flow::stop;
        }
      }
      if (flow == Flow::next)
        ++pc;
      else if (flow != Flow::jump)
        break;
      if (c.poll && --polls == 0) break;
    } while (--left != 0 && pc < limit);
    const bool went_on = flow == Flow::next || flow == Flow::jump;
    const std::uint64_t done = quota - left + (!went_on || polls == 0 ? 1 : 0);
    steps += done;
    thread_steps += threads;
    budget -= std::min(budget, done);
    fair_turn_ = false;
    if (flow != Flow::again) retry_ = true;
    switch (flow) {
      case Flow::stop:
        return Turn::fault;
      case Flow::again:
        store_current();
        fragments[current].state = State::sync;
        break;
      case Flow::yield:
        ++pc;
        store_current();
        fair_turn_ = true;
        if (alone_) return Turn::slice;
        break;
      default:
        store_current();
        // Its turn is over, not its way: another one that is ready comes first now.
        if ((left == 0 || polls == 0) && !alone_) fair_turn_ = block->grid->fair;
        if (polls == 0 && alone_) return Turn::slice;
        break;
    }
    if (budget == 0) return Turn::slice;
  }
}

// One program counter. The only fragment has all lanes that have not exited; `active` is what the code makes of it.
template <bool Observed>
Warp::Turn Warp::run_masked(std::uint64_t budget) {
  const std::uint64_t max_steps = block->grid->options->max_steps;
  Observer* const observer = block->grid->observer;
  if (fragments.empty()) return Turn::finished;
  Fragment& self = fragments.front();
  if (self.state != State::ready) return Turn::blocked;
  const Code* const codes = function->codes.data();
  unsigned polls = warp_polls;
  while (budget-- != 0) {
    const Code& c = codes[pc];
    const Mask live = ~exited;
    if (steps++ >= max_steps) {
      fault(c, static_cast<unsigned>(std::countr_zero(live)),
            "more than " + std::to_string(max_steps) + " instructions in one warp: does it end? (--max-steps)");
      return Turn::fault;
    }
    const Mask reached = c.scalar ? live : active;
    Mask mask = reached;
    if (c.guard != no_slot) mask &= c.guard_negated ? ~pred(c.guard) : pred(c.guard);
    if constexpr (Observed) observer->before(*this, c, reached, mask);
    if (mask == 0) {
      ++pc;
      continue;
    }
    thread_steps += static_cast<std::uint64_t>(std::popcount(mask));
    const Flow flow = c.run(*this, c, mask);
    if constexpr (Observed) {
      if (flow != Flow::stop && flow != Flow::again) observer->after(*this, c, mask);
      if (auto found = observer->fault()) {
        block->fault = std::move(found);
        return Turn::fault;
      }
    }
    if (flow == Flow::stop) return Turn::fault;
    if (flow == Flow::next || flow == Flow::yield) ++pc;
    self.mask = ~exited;
    self.pc = pc;
    if (self.mask == 0) {
      fragments.clear();
      return Turn::finished;
    }
    if (flow == Flow::wait) return Turn::slice;
    if (flow == Flow::yield || flow == Flow::again || (c.poll && --polls == 0)) return Turn::slice;
  }
  return Turn::slice;
}

Warp::Turn Warp::run(std::uint64_t budget) {
  const bool observed = block->grid->observer != nullptr;
  if (block->grid->way == Way::masked) return observed ? run_masked<true>(budget) : run_masked<false>(budget);
  return observed ? run_loop<true>(budget) : run_loop<false>(budget);
}

// ---- frames

std::unique_ptr<Frame> Warp::new_frame(const FunctionCode& callee) {
  std::unique_ptr<Frame> f;
  for (std::size_t i = spare_frames.size(); i-- > 0;)
    if (spare_frames[i]->capacity >= callee.frame_bytes) {
      f = std::move(spare_frames[i]);
      spare_frames[i] = std::move(spare_frames.back());
      spare_frames.pop_back();
      break;
    }
  if (!f) {
    f = std::make_unique<Frame>();
    f->capacity = std::max(1024U, std::bit_ceil(callee.frame_bytes));
    f->regs = std::make_unique<std::byte[]>(f->capacity + 64);
    const auto at = reinterpret_cast<std::uintptr_t>(f->regs.get());
    f->base = f->regs.get() + ((at + 63) / 64 * 64 - at);
  }
  // A register that was never written reads 0, whatever ran here before.
  std::memset(f->base, 0, callee.frame_bytes);
  f->function = &callee;
  return f;
}

void Warp::begin(const FunctionCode& kernel, Mask mask) {
  fragments.clear();
  while (!frames.empty()) {
    spare_frames.push_back(std::move(frames.back()));
    frames.pop_back();
  }
  frames.push_back(new_frame(kernel));
  Frame* f = frames.back().get();
  f->parent = nullptr;
  f->call = nullptr;
  f->live = mask;
  f->local_base = 0;
  f->depth = 0;
  exited = ~mask;
  steps = thread_steps = 0;
  carry = 0;
  cluster_phase.fill(0);
  stack_top.fill(kernel.local_bytes);
  fair_turn_ = false;
  retry_ = true;
  stamp_ = 0;
  std::fill(local_.begin(), local_.end(), std::byte{0});
  grow_local(kernel.local_bytes);
  Fragment first;
  first.mask = mask;
  first.frame = f;
  fragments.push_back(first);
  load_current(0);
}

Frame* Warp::enter(const Code& code, const FunctionCode& callee, Mask mask, std::uint32_t return_pc) {
  const Slot* e = frame->function->extra.data() + code.extra;
  const std::uint32_t results = e[0], arguments = e[1];
  const auto lane = static_cast<unsigned>(std::countr_zero(mask));
  const auto counted = [](std::size_t n, const char* what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  };
  if (arguments != callee.params.size() || results != callee.results.size()) {
    fault(code, lane,
          "call of '" + callee.name + "' with " + counted(arguments, "argument") + " and " +
              counted(results, "result") + "; it has " + counted(callee.params.size(), "parameter") + " and " +
              counted(callee.results.size(), "result"));
    return nullptr;
  }
  std::uint32_t base = 0;
  for_lanes(mask, [&](unsigned l) { base = std::max(base, stack_top[l]); });
  base = (base + 15) / 16 * 16;
  if (!reserve_local(code, base + callee.local_bytes)) return nullptr;
  if (frame->depth >= 20000) {
    fault(code, lane, "calls are nested more than 20000 deep");
    return nullptr;
  }
  std::unique_ptr<Frame> made = new_frame(callee);
  Frame* f = made.get();
  frames.push_back(std::move(made));
  f->parent = frame;
  f->call = &code;
  f->return_pc = return_pc;
  f->live = mask;
  f->local_base = base;
  f->depth = frame->depth + 1;
  f->saved_top = stack_top;
  for_lanes(mask, [&](unsigned l) {
    if (callee.local_bytes != 0) std::memset(local_bytes(l, base), 0, callee.local_bytes);
    for (std::uint32_t i = 0; i < arguments; ++i) {
      const FrameVariable& p = callee.params[i];
      const Slot* from = e + 2 + 2 * (results + i);
      std::memcpy(local_bytes(l, base + p.offset), local_bytes(l, frame->local_base + from[0]),
                  std::min(p.bytes, from[1]));
    }
    stack_top[l] = base + callee.local_bytes;
  });
  frame = f;
  pc = 0;
  active = mask;
  rebind();
  return f;
}

void Warp::leave(Mask mask) {
  Frame* const f = frame;
  if (f->parent == nullptr) {
    exit_lanes(mask);
    return;
  }
  Frame* const to = f->parent;
  const Slot* e = to->function->extra.data() + f->call->extra;
  for_lanes(mask, [&](unsigned l) {
    for (std::uint32_t i = 0; i < e[0] && i < f->function->results.size(); ++i) {
      const FrameVariable& r = f->function->results[i];
      const Slot* into = e + 2 + 2 * i;
      std::memcpy(local_bytes(l, to->local_base + into[0]), local_bytes(l, f->local_base + r.offset),
                  std::min(r.bytes, into[1]));
    }
    stack_top[l] = f->saved_top[l];
  });
  f->live &= ~mask;
  pc = f->return_pc;
  active = mask;
  frame = to;
  rebind();
  if (f->live == 0) {
    const auto it = std::find_if(frames.rbegin(), frames.rend(), [&](const auto& x) { return x.get() == f; });
    spare_frames.push_back(std::move(*it));
    frames.erase(std::next(it).base());
  }
}

void Warp::exit_lanes(Mask mask) {
  exited |= mask;
  active &= ~mask;
  block->live_threads -= static_cast<std::uint32_t>(std::popcount(mask));
  retry_ = true;
  barriers_after_exit(*block);
}

bool Warp::reserve_local(const Code& code, std::uint32_t bytes) {
  const std::uint32_t limit = block->grid->options->local_limit;
  if (bytes > limit) {
    fault(code, static_cast<unsigned>(std::countr_zero(active)),
          "stack overflow: " + std::to_string(bytes) + " bytes of local memory, the limit is " + std::to_string(limit));
    return false;
  }
  grow_local(bytes);
  return true;
}

// To a power of two and a cache line more: with a power of two alone all lanes' bytes would share one set of the cache.
void Warp::grow_local(std::uint32_t bytes) {
  if (bytes <= local_stride_) return;
  const std::uint32_t stride = std::max(256U, std::bit_ceil(bytes)) + 64;
  std::vector<std::byte> wider(std::size_t{stride} * lane_count);
  for (unsigned l = 0; l < lane_count && local_stride_ != 0; ++l)
    std::memcpy(wider.data() + std::size_t{l} * stride, local_.data() + std::size_t{l} * local_stride_, local_stride_);
  local_.swap(wider);
  local_stride_ = stride;
}

std::uint64_t Warp::argument(const Code& call, unsigned lane, unsigned which) {
  const Slot* e = frame->function->extra.data() + call.extra;
  if (which >= e[1]) return 0;
  const Slot* from = e + 2 + 2 * (e[0] + which);
  std::uint64_t value = 0;
  std::memcpy(&value, local_bytes(lane, frame->local_base + from[0]), std::min<std::uint32_t>(8, from[1]));
  return value;
}

void Warp::set_result(const Code& call, unsigned lane, std::uint64_t value) {
  const Slot* e = frame->function->extra.data() + call.extra;
  if (e[0] == 0) return;
  std::memcpy(local_bytes(lane, frame->local_base + e[2]), &value, std::min<std::uint32_t>(8, e[3]));
}

Flow Warp::fault(const Code& code, unsigned lane, std::string text) {
  if (block->fault) return Flow::stop;
  Fault f;
  f.text = std::move(text);
  const FunctionCode& fn = *function;
  f.file = fn.file;
  f.line = code.inst < fn.sources.size() ? fn.sources[code.inst].line : 0;
  f.function = fn.name;
  f.in_thread = true;
  f.block = block->id;
  f.thread = lane < lane_count ? thread_index(lane) : Dim3{0, 0, 0};
  block->fault = std::move(f);
  return Flow::stop;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
