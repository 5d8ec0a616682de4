// Target features: SM level, its suffix, the PTX version, and what they allow. One fact, one place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lathe::nvptx {

/// A target as -mcpu and -mattr give it. `sm` is 75 for sm_75; `ptx` is 85 for PTX 8.5.
struct Features {
  unsigned sm = 75;
  char suffix = 0;  ///< 0, 'a' (architecture specific) or 'f' (family specific)
  unsigned ptx = 63;
  unsigned opt_level = 3;   ///< 0..3
  unsigned size_level = 0;  ///< -Os: 1, all functions are optsize; -Oz: 2, and minsize
  bool fast_fma = true;     ///< contract fmul+fadd even without the flag: -nvptx-fma-level=2 or -fp-contract=fast
  int fma_level = -1;       ///< -nvptx-fma-level, -1 = by flags alone
  int prec_div_f32 = -1;  ///< -nvptx-prec-divf32: 0 approx, 1 full, 2 IEEE, 3 IEEE without .ftz; -1 = from the function
  int prec_sqrt_f32 = -1;  ///< -nvptx-prec-sqrtf32: 0 approx, 1 IEEE; -1 = from the function
  bool ftz_f32 = false;    ///< this function's denormal-fp-math-f32 is preserve-sign
  bool unsafe_fp = false;
  bool no_f16_math = false;     ///< -nvptx-no-f16-math: halves are computed in f32
  bool no_f32x2 = false;        ///< -nvptx-no-f32x2: pairs of f32 are computed one by one
  bool short_pointers = false;  ///< -nvptx-short-ptr, or the module's layout: see address_spaces

  std::string name() const;  ///< "sm_90a"
  bool has(unsigned min_sm, unsigned min_ptx) const { return sm >= min_sm && ptx >= min_ptx; }
  /// Architecture-specific features of one generation: sm is `arch` with suffix a (or f with `family_ok`).
  bool arch_specific(unsigned arch, bool family_ok = false) const;

  bool has_f16_math() const { return sm >= 53 && !no_f16_math; }
  bool has_bf16() const { return has(80, 70); }
  bool has_bf16_math() const { return has(90, 78); }   ///< add, sub, mul without fma
  bool has_packed_i16() const { return has(90, 80); }  ///< add, min, max on v2i16
  bool has_f32x2() const { return sm >= 100 && ptx >= 86 && !no_f32x2; }
  bool has_b128() const { return has(70, 83); }
  bool has_nc() const { return sm >= 32; }
  bool has_memory_model() const { return has(70, 60); }  ///< ld.relaxed.scope and friends
  bool has_clusters() const { return has(90, 78); }
  bool has_brx() const { return ptx >= 60 && sm >= 30; }
};

/// Lowest PTX version (times ten) that knows the target; 0 when -mcpu is unknown.
unsigned minimum_ptx(std::string_view mcpu);
/// Reads "-mcpu"; the PTX version becomes the lowest one for it. Nothing when the name is unknown.
std::optional<Features> parse_cpu(std::string_view mcpu);
/// Applies one -mattr item ("+ptx85", "+sm_80"). False and a message when it is unknown or too old for the target.
bool apply_attribute(Features& features, std::string_view item, std::string& error);
/// Every -mcpu name, ascending.
std::vector<std::string> cpu_names();

}  // namespace lathe::nvptx
