// Four types for every primitive: ALL(M) makes M(type, suffix) for each.
#pragma once
#define ALL(M) M(short, i16) M(int, i32) M(float, f32) M(double, f64)
#define KERNEL extern "C" __global__ void __launch_bounds__(128)
