// What the loops of this folder work on, and how they are run: each is a function over the arrays here, which begin with
// numbers of a fixed generator; a program of them prints a sum of all arrays behind each. No C library is needed.
#pragma once

enum { size = 480, room = 512 };
extern float fa[room], fb[room], fc[room], fd[room], fe[room];
extern double da[room], db[room], dc[room], dd[room];
extern int ia[room], ib[room], ic[room], id[room];
extern short sa[room], sb[room], sc[room];
extern unsigned char ua[room], ub[room];
extern unsigned long la[room], lb[room];

// What a loop makes that is no array.
extern double result;

#define LOOP(name) __attribute__((noinline)) void name(int n)
