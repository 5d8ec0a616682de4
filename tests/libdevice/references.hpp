// References that MPFR has no function for, made of those that it has; see reference_special.cpp.
#pragma once

#include "libdevice/real.hpp"

namespace libdevice {

void erfcx(Real& result, const Real& x);
void inverse_erf(Real& result, const Real& y);
void inverse_erfc(Real& result, const Real& y);
void normal_cdf(Real& result, const Real& x);
void inverse_normal_cdf(Real& result, const Real& p);
/// Modified Bessel functions of the first kind, order 0 or 1.
void bessel_i(Real& result, int order, const Real& x);

/// Compares the functions above with known values and identities; a line for each failure.
int check_references();

}  // namespace libdevice
