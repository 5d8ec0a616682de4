// mbarrier objects: arrivals, bytes, phases; the handlers of mbarrier.* and cp.async.mbarrier.arrive.
//
// A phase ends when its pending count and its tx-count are both 0. What the manual calls undefined (an object that
// is not initialized, a count out of range, one arrival too many) is a fault. All blocks of a cluster run on one CPU
// thread, so plain loads and stores do.
// Cost: O(1) for a lane. Source: PTX ISA 9.0, 9.7.13.15.
#include <cstring>
#include <string>

#include "nvptx/exec/operate/async.hpp"
#include "simt/lanes/lane_tools.hpp"

namespace lathe::nvptx::exec {

Mbarrier::Mbarrier(std::uint64_t word)
    : pending_(static_cast<std::uint32_t>(word & max_count)),
      expected_(static_cast<std::uint32_t>(word >> 20 & max_count)),
      bytes_(static_cast<std::int32_t>(static_cast<std::int64_t>(word << 3) >> 43)),
      phase_(word >> 63 != 0) {}

std::uint64_t Mbarrier::make(std::uint32_t count) {
  Mbarrier m(0);
  m.pending_ = m.expected_ = count;
  return m.word();
}

std::uint64_t Mbarrier::word() const {
  return pending_ | std::uint64_t{expected_} << 20 | (static_cast<std::uint64_t>(bytes_) & 0x1fffff) << 40 |
         mark << 61 | std::uint64_t{phase_} << 63;
}

void Mbarrier::end_phase() {
  if (pending_ != 0 || bytes_ != 0) return;
  phase_ = !phase_;
  pending_ = expected_;
}

const char* Mbarrier::arrive(std::uint32_t count, bool stay, bool drop) {
  if (count == 0 || count > max_count) return "the count of arrivals is not in 1 to 1048575";
  if (count > pending_) return "more arrivals than the phase waits for";
  if (drop && count > expected_) return "more arrivals dropped than a phase expects";
  if (drop) expected_ -= count;
  pending_ -= count;
  if (stay && pending_ == 0 && bytes_ == 0) return "an arrival with .noComplete completes the phase";
  end_phase();
  return nullptr;
}

const char* Mbarrier::expect(std::uint32_t bytes) {
  if (bytes > max_count || bytes_ + static_cast<std::int32_t>(bytes) > static_cast<std::int32_t>(max_count))
    return "the count of bytes passes 1048575";
  bytes_ += static_cast<std::int32_t>(bytes);
  end_phase();
  return nullptr;
}

const char* Mbarrier::complete(std::uint32_t bytes) {
  if (bytes > max_count || bytes_ - static_cast<std::int32_t>(bytes) < -static_cast<std::int32_t>(max_count))
    return "more bytes are completed than an mbarrier can count";
  bytes_ -= static_cast<std::int32_t>(bytes);
  end_phase();
  return nullptr;
}

namespace {

std::uint64_t load_word(const std::byte* host) {
  std::uint64_t word;
  std::memcpy(&word, host, sizeof word);
  return word;
}
void store_word(std::byte* host, std::uint64_t word) { std::memcpy(host, &word, sizeof word); }

std::string at(Address address) {
  std::string text;
  for (; address != 0 || text.empty(); address >>= 4) text.insert(text.begin(), "0123456789abcdef"[address & 15]);
  return "mbarrier at 0x" + text;
}

std::byte* locate_object(Warp& w, const Code& c, unsigned lane, const AccessRequest& request, Address address) {
  if (request.space == Space::shared || space_of(address) == Space::shared) return locate(w, c, lane, request, address);
  w.fault(c, lane, at(address) + ": not in shared memory");
  return nullptr;
}

// Calls f(lane, host) for each lane of the mask; f returns why it is an error, or nullptr.
template <class F>
Flow each(Warp& w, const Code& c, Mask mask, F&& f) {
  const AccessRequest request = AccessRequest::unpack(c.x);
  const Address* address = w.in<Address>(c.a);
  if (w.block->grid->observer != nullptr) {
    std::byte* host[lane_count];
    if (!locate_lanes(w, c, mask, request, address, host)) return Flow::stop;
    tell_observer(w, c, mask, request, address, nullptr, 0);
  }
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    std::byte* host = locate_object(w, c, lane, request, address[lane]);
    if (host == nullptr) return Flow::stop;
    if (const char* why = f(lane, host)) return w.fault(c, lane, at(address[lane]) + ": " + why);
  }
  return Flow::next;
}

constexpr const char* not_initialized = "not initialized (mbarrier.init)";

// The same on an initialized object; f(lane, mbarrier) changes it.
template <class F>
Flow each_object(Warp& w, const Code& c, Mask mask, F&& f) {
  return each(w, c, mask, [&](unsigned lane, std::byte* host) -> const char* {
    const std::uint64_t word = load_word(host);
    if (!Mbarrier::valid(word)) return not_initialized;
    Mbarrier m(word);
    const char* why = f(lane, m);
    store_word(host, m.word());
    return why;
  });
}

}  // namespace

Flow run_mbarrier_init(Warp& w, const Code& c, Mask mask) {
  const auto* count = w.in<std::uint32_t>(c.b);
  return each(w, c, mask, [&](unsigned lane, std::byte* host) -> const char* {
    if (count[lane] == 0 || count[lane] > Mbarrier::max_count) return "the count of arrivals is not in 1 to 1048575";
    store_word(host, Mbarrier::make(count[lane]));
    return nullptr;
  });
}

Flow run_mbarrier_inval(Warp& w, const Code& c, Mask mask) {
  return each(w, c, mask, [](unsigned, std::byte* host) -> const char* {
    if (!Mbarrier::valid(load_word(host))) return not_initialized;
    store_word(host, 0);
    return nullptr;
  });
}

Flow run_mbarrier_expect(Warp& w, const Code& c, Mask mask) {
  const auto* bytes = w.in<std::uint32_t>(c.b);
  return each_object(w, c, mask, [&](unsigned lane, Mbarrier& m) { return m.expect(bytes[lane]); });
}

Flow run_mbarrier_complete(Warp& w, const Code& c, Mask mask) {
  const auto* bytes = w.in<std::uint32_t>(c.b);
  return each_object(w, c, mask, [&](unsigned lane, Mbarrier& m) { return m.complete(bytes[lane]); });
}

Flow run_mbarrier_arrive(Warp& w, const Code& c, Mask mask) {
  const auto* count = w.in<std::uint32_t>(c.b);
  std::uint64_t state[lane_count] = {};
  const Flow flow = each_object(w, c, mask, [&](unsigned lane, Mbarrier& m) -> const char* {
    state[lane] = m.word();
    const bool stay = (c.y & mbar_stay) != 0, drop = (c.y & mbar_drop) != 0;
    if ((c.y & mbar_expect) == 0) return m.arrive(count[lane], stay, drop);
    const char* why = m.expect(count[lane]);
    return why != nullptr ? why : m.arrive(1, stay, drop);
  });
  if (flow == Flow::next && c.d != no_slot) put_lanes(w.out<std::uint64_t>(c.d), state, mask);
  return flow;
}

Flow run_mbarrier_wait(Warp& w, const Code& c, Mask mask) {
  Mask complete = 0;
  const bool by_parity = (c.y & mbar_parity) != 0;
  const Flow flow = each_object(w, c, mask, [&](unsigned lane, Mbarrier& m) -> const char* {
    bool phase;
    if (by_parity) {
      const std::uint32_t parity = w.in<std::uint32_t>(c.b)[lane];
      if (parity > 1) return "the parity to wait for is neither 0 nor 1";
      phase = parity != 0;
    } else {
      const std::uint64_t state = w.in<std::uint64_t>(c.b)[lane];
      if (!Mbarrier::valid(state)) return "the state to wait for is none that an arrival returned";
      phase = Mbarrier(state).parity();
    }
    if (phase != m.parity()) complete |= 1U << lane;
    return nullptr;
  });
  if (flow != Flow::next) return flow;
  w.set_pred(c.d, complete, mask);
  return complete == mask ? Flow::next : Flow::yield;
}

Flow run_mbarrier_pending(Warp& w, const Code& c, Mask mask) {
  const auto* state = w.in<std::uint64_t>(c.a);
  std::uint32_t count[lane_count] = {};
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (!Mbarrier::valid(state[lane])) return w.fault(c, lane, "the state is none that an mbarrier's arrival returned");
    count[lane] = Mbarrier(state[lane]).pending();
  }
  put_lanes(w.out<std::uint32_t>(c.d), count, mask);
  return Flow::next;
}

// The thread's copies are done, so the arrival is at once. Without .noinc one arrival is added first: no change.
Flow run_copy_arrive(Warp& w, const Code& c, Mask mask) {
  return each_object(w, c, mask, [&](unsigned, Mbarrier& m) -> const char* {
    if (c.y != 0) return m.arrive(1, false, false);
    return m.pending() < Mbarrier::max_count ? nullptr : "more arrivals than an mbarrier can count";
  });
}

bool mbarrier_complete(Warp& warp, const Code& code, unsigned lane, const AccessRequest& request, Address address,
                       std::uint32_t bytes) {
  std::byte* host = locate_object(warp, code, lane, request, address);
  if (host == nullptr) return false;
  const std::uint64_t word = load_word(host);
  Mbarrier m(word);
  const char* why = Mbarrier::valid(word) ? m.complete(bytes) : not_initialized;
  if (why != nullptr) {
    warp.fault(code, lane, at(address) + ": " + why);
    return false;
  }
  store_word(host, m.word());
  return true;
}

}  // namespace lathe::nvptx::exec
