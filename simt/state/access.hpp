// The slow and exact way from addresses to host bytes, and what observers are told. Private to simt.
//
// The fast paths (lanes/memory.cpp, atomics.cpp) prove all lanes of an access right in one pass; when that fails,
// or an observer watches, they come here.
#pragma once

#include <cstdint>

#include "simt/state/memory_key.hpp"
#include "simt/state/warp.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// Host bytes of one lane's access; nullptr after Warp::fault with the exact reason.
std::byte* locate(Warp& warp, const Code& code, unsigned lane, const AccessRequest& request, Address address);

/// Addresses of the mask's lanes, as the instruction computed them, into host addresses. False after a fault.
/// For Where::frame the addresses are not read.
bool locate_lanes(Warp& warp, const Code& code, Mask mask, const AccessRequest& request, const Address* address,
                  std::byte** host);

/// The region that holds the address and may be accessed so; nullptr when there is none (then `locate` says why).
const Region* usable_region(const Warp& warp, const AccessRequest& request, Address address);

/// Tells the launch's observer, one call for each space that the lanes reach. The addresses are those that the
/// instruction computed, and were found right.
void tell_observer(Warp& warp, const Code& code, Mask mask, const AccessRequest& request, const Address* address,
                   const Slot* values, unsigned value_count);

/// The state space of a generic address.
Space space_of(Address address);

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
