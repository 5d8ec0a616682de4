// How a kernel of toy_programs_c.py runs on this computer: block by block, phase by phase, thread by thread. Its results go to a
// file, and what has to be launched to have them on a GPU is printed, a line each: name, grid (3), block (3), bytes of results,
// bytes of cells, then the arguments: in, out, cells, or ALIGNMENT:BYTES, these in hexadecimal.
#pragma once

extern "C" {
int printf(const char*, ...);
int memcmp(const void*, const void*, u64);
void* memset(void*, int, u64);
struct File;
File* fopen(const char*, const char*);
u64 fread(void*, u64, u64, File*);
u64 fwrite(const void*, u64, u64, File*);
int fclose(File*);
}

#define MOST_THREADS 128u
#define MOST_BLOCKS 4u
alignas(256) static u32 host_in[IN_WORDS];
alignas(256) static u8 host_out[MOST_BLOCKS * MOST_THREADS * ROW];
alignas(256) static Cells host_cells[MOST_BLOCKS];
static File* host_file;

// All threads one after the other, those that have returned left out.
#define FOR_THREADS(what)             \
  for (u32 t = 0; t < THREADS; ++t) { \
    set_thread(t);                    \
    auto& s_ = state[t];              \
    if (!s_.done) what;               \
  }                                   \
  set_thread(0)
// What all threads of a warp show, then what each makes of it.
#define FOR_WARPS(shown, what)                              \
  {                                                         \
    u32 seen[MOST_THREADS];                                 \
    for (u32 t = 0; t < THREADS; ++t) seen[t] = u32(shown); \
    for (u32 t = 0; t < THREADS; ++t) what;                 \
  }

static void set_thread(u32 t) {
  host_tid[0] = t % host_dim[0];
  host_tid[1] = t / host_dim[0] % host_dim[1];
  host_tid[2] = t / host_dim[0] / host_dim[1];
}
static u32 ballot(const u32* seen, u32 t) {
  u32 found = 0;
  for (u32 i = 0; i < 32; ++i) found |= u32(seen[(t & ~31u) + i] != 0) << i;
  return found;
}

struct Launch {
  u32 blocks_x, blocks_y;
  Launch(const char* name, u32 grid_x, u32 grid_y, u32 x, u32 y, u32 z) : blocks_x(grid_x), blocks_y(grid_y) {
    host_grid[0] = grid_x, host_grid[1] = grid_y;
    host_dim[0] = x, host_dim[1] = y, host_dim[2] = z;
    printf("%s %u %u 1 %u %u %u %u %u in out cells", name, grid_x, grid_y, x, y, z, bytes(),
           u32(sizeof(Cells)) * grid_x * grid_y);
  }
  u32 bytes() const { return blocks_x * blocks_y * THREADS * ROW; }
  // Fills an argument with what the seed says.
  void argument(void* p, u64 size, u64 align, u64 seed) {
    u64 x = seed * 0x9e3779b97f4a7c15ul + 1;
    for (u64 i = 0; i < size; ++i) {
      x ^= x << 13, x ^= x >> 7, x ^= x << 17;
      ((u8*)p)[i] = u8(x >> 32);
    }
    printf(" %lu:", align);
    for (u64 i = 0; i < size; ++i) printf("%02x", ((u8*)p)[i]);
  }
  template <class State, class Shared, class Run>
  void blocks(Run run) {
    printf("\n");
    memset(host_out, 0, bytes());
    memset(host_cells, 0, sizeof host_cells);
    for (host_block[1] = 0; host_block[1] < blocks_y; ++host_block[1])
      for (host_block[0] = 0; host_block[0] < blocks_x; ++host_block[0]) {
        static State state[MOST_THREADS];
        static Shared shared;
        for (u32 t = 0; t < THREADS; ++t) state[t].done = 0;
        memset(&shared, 0x5a, sizeof shared);
        run(state, shared, Io{host_in, host_out, host_cells + BLOCK});
      }
    fwrite(host_out, 1, bytes(), host_file);
    fwrite(host_cells, sizeof(Cells), blocks_x * blocks_y, host_file);
  }
};

static bool begin(int argc, char** argv) {
  if (argc != 3) return false;
  File* in = fopen(argv[1], "rb");
  if (!in || fread(host_in, 4, IN_WORDS, in) != IN_WORDS || fclose(in) != 0) return false;
  host_file = fopen(argv[2], "wb");
  return host_file != nullptr;
}
static int finish() { return fclose(host_file) != 0; }
