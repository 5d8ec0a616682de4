// A number of the reference: MPFR's, with a lifetime, and the few operations that the references need.
#pragma once

#include <mpfr.h>

namespace libdevice {

constexpr mpfr_prec_t working_bits = 200;  ///< of references; f64 has 53

class Real {
 public:
  explicit Real(mpfr_prec_t bits = working_bits) { mpfr_init2(value_, bits); }
  Real(const Real& other) : Real(mpfr_get_prec(other.value_)) { mpfr_set(value_, other.value_, MPFR_RNDN); }
  Real& operator=(const Real& other) {
    if (this == &other) return *this;
    mpfr_set_prec(value_, mpfr_get_prec(other.value_));
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~Real() { mpfr_clear(value_); }

  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }
  double approximate() const { return mpfr_get_d(value_, MPFR_RNDN); }
  bool is_nan() const { return mpfr_nan_p(value_) != 0; }
  bool is_inf() const { return mpfr_inf_p(value_) != 0; }
  bool is_zero() const { return mpfr_zero_p(value_) != 0; }
  bool is_negative() const { return mpfr_signbit(value_) != 0; }
  bool is_integer() const { return mpfr_integer_p(value_) != 0; }

 private:
  mpfr_t value_;
};

}  // namespace libdevice
