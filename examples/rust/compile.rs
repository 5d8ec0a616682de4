// liblathe from Rust: a kernel compiled to PTX, and the PTX executed on the CPU.
//
//   rustc -O compile.rs -L FOLDER_OF_LIBLATHE && LD_LIBRARY_PATH=FOLDER_OF_LIBLATHE ./compile
//
// The declarations are those of lathe-c/lathe.h; `Answer` owns a result.
use std::ffi::CString;
use std::os::raw::{c_char, c_int, c_uint, c_void};

#[repr(C)]
struct Buffer {
    name: *const c_char,
    data: *const c_void,
    size: usize,
    flags: c_uint,
}
#[repr(C)]
struct Argument {
    kind: c_int, // 0 a value, 1 in and out, 2 in, 3 out
    data: *mut c_void,
    size: usize,
}
#[repr(C)]
struct Launch {
    struct_size: usize,
    kernel: *const c_char,
    grid: [u32; 3],
    block: [u32; 3],
    cluster: [u32; 3],
    shared_bytes: u32,
    cooperative: u32,
    arguments: *const Argument,
    argument_count: usize,
}

#[link(name = "lathe")]
extern "C" {
    fn lathe_compile(modules: *const Buffer, count: usize, options: *const *const c_char, option_count: usize, result: *mut *mut c_void) -> c_int;
    fn lathe_run(modules: *const Buffer, count: usize, launch: *const Launch, options: *const *const c_char, option_count: usize, result: *mut *mut c_void) -> c_int;
    fn lathe_output(result: *const c_void, size: *mut usize) -> *const c_char;
    fn lathe_log(result: *const c_void, size: *mut usize) -> *const c_char;
    fn lathe_free(result: *mut c_void);
}

struct Answer(*mut c_void);
impl Answer {
    /// What `call` gives, or its log.
    fn of(call: impl FnOnce(*mut *mut c_void) -> c_int) -> Result<Answer, String> {
        let mut result = std::ptr::null_mut();
        let status = call(&mut result);
        let answer = Answer(result);
        if status == 0 {
            Ok(answer)
        } else {
            Err(answer.text(lathe_log))
        }
    }
    fn text(&self, read: unsafe extern "C" fn(*const c_void, *mut usize) -> *const c_char) -> String {
        let mut size = 0;
        let bytes = unsafe { std::slice::from_raw_parts(read(self.0, &mut size) as *const u8, size) };
        String::from_utf8_lossy(bytes).into_owned()
    }
}
impl Drop for Answer {
    fn drop(&mut self) {
        unsafe { lathe_free(self.0) }
    }
}

fn buffer(name: &CString, text: &str) -> Buffer {
    Buffer { name: name.as_ptr(), data: text.as_ptr() as *const c_void, size: text.len(), flags: 0 }
}

fn compile(ir: &str, options: &[&str]) -> Result<String, String> {
    let name = CString::new("kernel.ll").unwrap();
    let words: Vec<CString> = options.iter().map(|word| CString::new(*word).unwrap()).collect();
    let pointers: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
    let module = buffer(&name, ir);
    Answer::of(|result| unsafe { lathe_compile(&module, 1, pointers.as_ptr(), pointers.len(), result) }).map(|answer| answer.text(lathe_output))
}

/// One block of `threads`, whose only parameter is a buffer that comes back.
fn run(ptx: &str, threads: u32, numbers: &mut [i32]) -> Result<(), String> {
    let name = CString::new("kernel.ptx").unwrap();
    let argument = Argument { kind: 3, data: numbers.as_mut_ptr() as *mut c_void, size: std::mem::size_of_val(numbers) };
    let launch = Launch {
        struct_size: std::mem::size_of::<Launch>(),
        kernel: std::ptr::null(),
        grid: [1; 3],
        block: [threads, 1, 1],
        cluster: [0; 3],
        shared_bytes: 0,
        cooperative: 0,
        arguments: &argument,
        argument_count: 1,
    };
    let module = buffer(&name, ptx);
    Answer::of(|result| unsafe { lathe_run(&module, 1, &launch, std::ptr::null(), 0, result) }).map(|_| ())
}

const KERNEL: &str = r#"target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @twice(ptr %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %out, i32 %i
  %v = mul i32 %i, 2
  store i32 %v, ptr %at
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"#;

fn main() -> Result<(), String> {
    let ptx = compile(KERNEL, &["-mcpu=sm_90", "-O3"])?;
    print!("{}", ptx);
    let mut numbers = [0; 4];
    run(&ptx, 4, &mut numbers)?;
    println!("{:?}", numbers);
    match compile("define void @f() {\n  ret i32\n}\n", &[]) {
        Err(log) => print!("{}", log),
        Ok(_) => return Err("broken IR was compiled".to_string()),
    }
    Ok(())
}
