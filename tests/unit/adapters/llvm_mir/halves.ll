; MOVSD between registers, which commutes into SHUFPD.
define <2 x double> @low(<2 x double> %a, <2 x double> %b) {
  %r = shufflevector <2 x double> %a, <2 x double> %b, <2 x i32> <i32 2, i32 1>
  ret <2 x double> %r
}
define <4 x float> @first(<4 x float> %a, <4 x float> %b) {
  %r = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 4, i32 1, i32 2, i32 3>
  ret <4 x float> %r
}
