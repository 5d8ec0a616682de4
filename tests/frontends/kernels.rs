// Rust of Debian's rustc (1.63) for nvptx64, without core: what the language needs of it is here.
#![no_core]
#![no_std]
#![feature(no_core, lang_items, auto_traits, abi_ptx, intrinsics, link_llvm_intrinsics)]
#![crate_type = "lib"]

#[lang = "sized"] pub trait Sized {}
#[lang = "copy"] pub trait Copy {}
#[lang = "receiver"] pub trait Receiver {}
#[lang = "freeze"] unsafe auto trait Freeze {}
impl<T: ?Sized> Receiver for &T {}
impl Copy for i32 {}
impl Copy for u32 {}
impl Copy for f32 {}
impl Copy for Pair {}
impl<T> Copy for *mut T {}
impl<T> Copy for *const T {}

#[lang = "add"] pub trait Add<R = Self> { type Output; fn add(self, other: R) -> Self::Output; }
#[lang = "mul"] pub trait Mul<R = Self> { type Output; fn mul(self, other: R) -> Self::Output; }
#[lang = "partial_ord"] pub trait PartialOrd<R: ?Sized = Self> {
    fn lt(&self, other: &R) -> bool;
    fn le(&self, other: &R) -> bool;
    fn gt(&self, other: &R) -> bool;
    fn ge(&self, other: &R) -> bool;
}
impl Add for f32 { type Output = f32; fn add(self, other: f32) -> f32 { self + other } }
impl Mul for f32 { type Output = f32; fn mul(self, other: f32) -> f32 { self * other } }
impl Add for u32 { type Output = u32; fn add(self, other: u32) -> u32 { self + other } }
impl Mul for u32 { type Output = u32; fn mul(self, other: u32) -> u32 { self * other } }
impl PartialOrd for u32 {
    fn lt(&self, other: &u32) -> bool { *self < *other }
    fn le(&self, other: &u32) -> bool { *self <= *other }
    fn gt(&self, other: &u32) -> bool { *self > *other }
    fn ge(&self, other: &u32) -> bool { *self >= *other }
}

extern "rust-intrinsic" { pub fn offset<T>(from: *const T, by: isize) -> *const T; }
extern "C" {
    #[link_name = "llvm.nvvm.read.ptx.sreg.tid.x"] fn tid() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.ntid.x"] fn ntid() -> u32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.ctaid.x"] fn ctaid() -> u32;
}

/// A variant with data, matched.
pub enum Shape { Point, Line(u32), Box_ { width: u32, height: u32 } }
#[inline(never)]
fn area(shape: &Shape) -> u32 {
    match shape { Shape::Point => 0, Shape::Line(length) => *length, Shape::Box_ { width, height } => *width * *height }
}

#[repr(C)] pub struct Pair { value: f32, count: u32 }
#[inline(never)]
fn twice(pair: Pair) -> Pair { Pair { value: pair.value * 2.0, count: pair.count + 1 } }

#[no_mangle]
pub unsafe extern "ptx-kernel" fn axpy(out: *mut f32, x: *const f32, a: f32, n: u32) {
    let i = ctaid() * ntid() + tid();
    if i < n {
        let to = offset(out, i as isize) as *mut f32;
        *to = *to + a * *offset(x, i as isize);
    }
}

#[no_mangle]
pub unsafe extern "ptx-kernel" fn pairs(out: *mut Pair, n: u32) {
    if tid() < n {
        let to = offset(out, tid() as isize) as *mut Pair;
        *to = twice(*to);
    }
}

#[no_mangle]
pub unsafe extern "ptx-kernel" fn shapes(out: *mut u32, n: u32) {
    let i = tid();
    if i < n {
        let shape = if i < 2 { Shape::Point } else if i < 4 { Shape::Line(i * 10) } else { Shape::Box_ { width: i, height: i + 1 } };
        *(offset(out, i as isize) as *mut u32) = area(&shape);
    }
}
