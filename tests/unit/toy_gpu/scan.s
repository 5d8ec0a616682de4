; The kernels of tests/kernels/scan.cu by hand: what `kernel_checks --toy` is tried on.
shared s bytes 2048 align 256
shared p bytes 2112 align 4
shared sums bytes 32 align 4

kernel scan_hillis args 16 local 0
L0:
  tid.x v0
  ctaid.x s0
  shl s0, s0, 8
  add v1, v0, s0
  shl v1, v1, 2
  ld.arg.x4 s2, s3, s4, s5, [0]
  add.c v2, s2, v1
  add.x v3, s3, 0
  add.c v4, s4, v1
  add.x v5, s5, 0
  ld.global.x1 v6, [v2:v3]
  shl v8, v0, 2
  add v8, v8, at(s)
  st.shared.x1 [v8], v6
  barrier
  mov s1, 1
L1:
  shl s6, s1, 2
  sub v9, v8, s6
  ld.shared.x1 v6, [v8]
  cmp.ult v0, s1
  branch L3
L2:
  ld.shared.x1 v10, [v9]
  add v6, v6, v10
L3:
  xor v8, v8, 1024     ; the other half: `s` stands at a multiple of its size
  st.shared.x1 [v8], v6
  barrier
  shl s1, s1, 1
  cmp.ult s1, 256
  branch L1
L4:
  ld.shared.x1 v6, [v8]
  st.global.x1 [v4:v5], v6
  exit

kernel scan_blelloch args 16 local 0
L0:
  tid.x v0
  ctaid.x s0
  shl s0, s0, 9
  add v1, v0, s0
  shl v1, v1, 2
  ld.arg.x4 s2, s3, s4, s5, [0]
  add.c v2, s2, v1
  add.x v3, s3, 0
  add.c v4, s4, v1
  add.x v5, s5, 0
  ld.global.x1 v6, [v2:v3]
  ld.global.x1 v7, [v2:v3+1024]
  shr v8, v0, 5
  add v8, v8, v0
  shl v8, v8, 2
  add v8, v8, at(p)
  st.shared.x1 [v8], v6
  st.shared.x1 [v8+1056], v7
  mov s1, 256
  mov s7, 1
L1:
  barrier
  shl v9, v0, 1
  add v9, v9, 1
  mul v9, v9, s7
  sub v9, v9, 1
  add v10, v9, s7
  shr v11, v9, 5
  add v11, v11, v9
  shl v11, v11, 2
  add v11, v11, at(p)
  shr v12, v10, 5
  add v12, v12, v10
  shl v12, v12, 2
  add v12, v12, at(p)
  shl s7, s7, 1
  cmp.ule s1, v0
  branch L3
L2:
  ld.shared.x1 v13, [v12]
  ld.shared.x1 v14, [v11]
  add v13, v13, v14
  st.shared.x1 [v12], v13
L3:
  shr s1, s1, 1
  cmp.ne s1, 0
  branch L1
L4:
  cmp.ne v0, 0
  branch L6
L5:
  st.shared.x1 [at(p+2104)], 0
L6:
  mov s1, 1
L7:
  shr s7, s7, 1
  barrier
  shl v9, v0, 1
  add v9, v9, 1
  mul v9, v9, s7
  sub v9, v9, 1
  add v10, v9, s7
  shr v11, v9, 5
  add v11, v11, v9
  shl v11, v11, 2
  add v11, v11, at(p)
  shr v12, v10, 5
  add v12, v12, v10
  shl v12, v12, 2
  add v12, v12, at(p)
  cmp.ule s1, v0
  branch L9
L8:
  ld.shared.x1 v13, [v11]
  ld.shared.x1 v14, [v12]
  st.shared.x1 [v11], v14
  add v14, v14, v13
  st.shared.x1 [v12], v14
L9:
  shl s1, s1, 1
  cmp.ult s1, 512
  branch L7
L10:
  barrier
  ld.shared.x1 v6, [v8]
  ld.shared.x1 v7, [v8+1056]
  st.global.x1 [v4:v5], v6
  st.global.x1 [v4:v5+1024], v7
  exit

kernel scan_warp args 16 local 32
L0:
  tid.x v0
  ctaid.x s0
  shl s0, s0, 8
  add v1, v0, s0
  shl v1, v1, 2
  ld.arg.x4 s2, s3, s4, s5, [0]
  add.c v2, s2, v1
  add.x v3, s3, 0
  ld.global.x1 v6, [v2:v3]
  st.local.x1 [top-16], v6
  call warp_scan
  ld.local.x1 v6, [top-16]
  st.local.x1 [frame], v6
  tid.x v0
  and v1, v0, 31
  cmp.ne v1, 31
  branch L2
L1:
  shr v2, v0, 5
  shl v2, v2, 2
  add v2, v2, at(sums)
  st.shared.x1 [v2], v6
L2:
  barrier
  cmp.ule 32, v0
  branch L7
L3:
  mov v3, 0
  cmp.ule 8, v0
  branch L5
L4:
  shl v4, v0, 2
  add v4, v4, at(sums)
  ld.shared.x1 v3, [v4]
L5:
  st.local.x1 [top-16], v3
  call warp_scan
  tid.x v0
  cmp.ule 8, v0
  branch L7
L6:
  ld.local.x1 v3, [top-16]
  shl v4, v0, 2
  add v4, v4, at(sums)
  st.shared.x1 [v4], v3
L7:
  barrier
  tid.x v0
  ld.local.x1 v6, [frame]
  cmp.ult v0, 32
  branch L9
L8:
  shr v2, v0, 5
  shl v2, v2, 2
  add v2, v2, at(sums)
  ld.shared.x1 v7, [v2-4]
  add v6, v6, v7
L9:
  add v1, v0, s0
  shl v1, v1, 2
  add.c v4, s4, v1
  add.x v5, s5, 0
  st.global.x1 [v4:v5], v6
  exit

; The sums of the warp's lanes up to each.
func warp_scan in 16 local 0
L0:
  ld.local.x1 v0, [frame-16]
  lane v1
  mov v2, 1
L1:
  sub v3, v1, v2
  read_lane v4, v0, v3
  cmp.ult v1, v2
  branch L3
L2:
  add v0, v0, v4
L3:
  shl v2, v2, 1
  cmp.ult v2, 32
  branch L1
L4:
  st.local.x1 [frame-16], v0
  ret
