// Loops as suites for vectorizers have them: recurrences, reductions, strides, conditions, indices, several statements.
#include "loops.h"

LOOP(add_arrays) { for (int i = 0; i < n; ++i) fa[i] = fb[i] + fc[i]; }
LOOP(triad) { for (int i = 0; i < n; ++i) fa[i] = fb[i] + 0.5F * fc[i]; }
LOOP(three_terms) { for (int i = 0; i < n; ++i) fa[i] = fb[i] * fc[i] + fd[i] * fe[i]; }
LOOP(shifted) { for (int i = 0; i < n; ++i) fa[i] = fa[i + 1] + fb[i]; }
LOOP(carried_one) { for (int i = 1; i < n; ++i) fa[i] = fa[i - 1] * 0.5F + fb[i]; }
LOOP(carried_four) { for (int i = 4; i < n; ++i) fa[i] = fa[i - 4] + fb[i]; }
LOOP(two_statements) {
  for (int i = 0; i < n; ++i) {
    fa[i] = fb[i] + fc[i];
    fd[i] = fa[i] * fe[i];
  }
}
LOOP(forward_and_back) {
  for (int i = 1; i < n; ++i) {
    fa[i] = fb[i - 1] + fc[i];
    fb[i] = fd[i] * 0.25F;
  }
}
LOOP(stride_two) { for (int i = 0; i < n / 2; ++i) fa[2 * i] = fb[2 * i + 1] + fc[i]; }
LOOP(stride_five) { for (int i = 0; i < n / 5; ++i) fa[5 * i] += fb[5 * i] * fc[i]; }
LOOP(backward) { for (int i = n - 1; i >= 0; --i) fa[i] = fb[i] + fa[i + 1] * 0.5F; }
LOOP(reverse) { for (int i = 0; i < n; ++i) fa[i] = fb[n - 1 - i]; }
LOOP(sum_float) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += fa[i];
  result = s;
}
LOOP(sum_double) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += da[i];
  result = s;
}
LOOP(dot_float) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += fa[i] * fb[i];
  result = s;
}
LOOP(dot_double) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += da[i] * db[i];
  result = s;
}
LOOP(dot_two) {
  double s = 0, t = 0;
  for (int i = 0; i < n; ++i) {
    s += da[i] * db[i];
    t += da[i] * dc[i];
  }
  result = s - t;
}
LOOP(product) {
  double s = 1;
  for (int i = 0; i < n; ++i) s *= da[i];
  result = s;
}
LOOP(largest) {
  float m = fa[0];
  for (int i = 0; i < n; ++i) m = fa[i] > m ? fa[i] : m;
  result = m;
}
LOOP(sum_of_squares) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += da[i] * da[i];
  result = s;
}
LOOP(scale_and_sum) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    da[i] = da[i] * 0.5 + db[i];
    s += da[i];
  }
  result = s;
}
LOOP(horner_double) {
  double v = 0;
  for (int i = 0; i < n; ++i) v = v * 0.75 + da[i];
  result = v;
}
LOOP(second_order) {
  double x = 0, y = 1;
  for (int i = 0; i < n; ++i) {
    const double z = x * 0.5 + y * 0.25 + da[i];
    y = x;
    x = z;
    db[i] = z;
  }
}
LOOP(clamp_low) { for (int i = 0; i < n; ++i) fa[i] = fb[i] < 0.25F ? 0.25F : fb[i]; }
LOOP(select_arrays) { for (int i = 0; i < n; ++i) fa[i] = fb[i] > fc[i] ? fd[i] : fe[i]; }
LOOP(gather) { for (int i = 0; i < n; ++i) fa[i] = fb[ia[i] & 255] + fc[i]; }
LOOP(integer_mix) { for (int i = 0; i < n; ++i) ia[i] = ib[i] * ic[i] + (id[i] ^ ib[i]); }
LOOP(integer_sum) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += ia[i] * 3 - ib[i];
  result = s;
}
LOOP(integer_carried) {
  int s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * 5 + ia[i];
    ib[i] = s;
  }
}
LOOP(prefix_sum) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    s += ia[i];
    ib[i] = s;
  }
}
LOOP(shift_mix) {
  for (int i = 0; i < n; ++i) ia[i] = (int)((unsigned)ib[i] << 3 ^ (unsigned)ic[i] >> 5) + id[i];
}
LOOP(difference) { for (int i = 0; i < n; ++i) da[i] = db[i + 1] - db[i]; }
LOOP(second_difference) { for (int i = 1; i < n; ++i) da[i] = db[i - 1] - 2 * db[i] + db[i + 1]; }
LOOP(smooth) { for (int i = 2; i < n; ++i) da[i] = 0.2 * (db[i - 2] + db[i - 1] + db[i] + db[i + 1] + db[i + 2]); }
LOOP(tridiagonal_down) { for (int i = 1; i < n; ++i) da[i] = dc[i] * (db[i] - da[i - 1]); }
LOOP(hydro) { for (int i = 0; i < n; ++i) da[i] = 0.5 + db[i] * (0.25 * dc[i + 10] + 0.125 * dc[i + 11]); }
LOOP(state_of_gas) {
  for (int i = 0; i < n; ++i)
    da[i] = db[i] + 0.5 * (dc[i] + 0.5 * dd[i]) +
            0.25 * (db[i + 3] + 0.5 * (db[i + 2] + 0.5 * db[i + 1]) + 0.25 * (db[i + 6] + 0.5 * (db[i + 5] + 0.5 * db[i + 4])));
}
LOOP(predict) {
  for (int i = 0; i < n; ++i)
    da[i] = 0.1 * db[i] + 0.2 * db[i + 1] + 0.3 * db[i + 2] + 0.4 * dc[i] + 0.5 * dc[i + 1] + 0.6 * dc[i + 2] + dd[i];
}
LOOP(many_arrays) {
  for (int i = 0; i < n; ++i) {
    const float t = fb[i] * fc[i];
    fa[i] = t + fd[i];
    fe[i] = t - fd[i];
  }
}
LOOP(float_to_double) { for (int i = 0; i < n; ++i) da[i] = fa[i] * 2.0; }
LOOP(int_to_float) { for (int i = 0; i < n; ++i) fa[i] = (float)ia[i] * 0.125F; }
LOOP(divide) { for (int i = 0; i < n; ++i) fa[i] = fb[i] / (fc[i] + 2.0F); }
LOOP(long_mix) { for (int i = 0; i < n; ++i) la[i] = lb[i] * 6364136223846793005UL + (la[i] >> 7); }
LOOP(long_carried) {
  unsigned long s = 1;
  for (int i = 0; i < n; ++i) {
    s = (s ^ lb[i]) * 1099511628211UL;
    la[i] = s;
  }
}
