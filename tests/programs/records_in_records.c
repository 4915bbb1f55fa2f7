// distributed: 16 20 24 28 32 36 40 44 48 52 56 60 64 68 72 76 80 84 88 92 96
// offloaded: 16 20 24 28 32 36 40 44 48 52 56 60 64 68 72 76 80 84 88 92 96
// Records that are members of records, with arrays in them: every way of copying one whole.
#include <stdio.h>
#include <string.h>
typedef struct { double v[40]; int n; } vec;
typedef struct { vec cur, old; int k; } state;
typedef struct { double w; vec in[2]; } box;
static vec g; static state st[3]; static box bx; 
static void show(const char *w, vec x) { printf("%s %g %g %d\n", w, x.v[1], x.v[38], x.n); }
int main(void) {
    state s = {0}, *ps = &s; vec a, b[2]; box *pb = &bx;
    memset(&a, 0, sizeof a);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; a = s.cur; show("a=s.cur", a);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) a.v[i] = a.v[i] * 0.5 + i;
    a.n++; s.old = a; show("s.old=a", s.old);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.old.v[i] = s.old.v[i] * 0.5 + i;
    s.old.n++; g = s.old; show("g=s.old", g);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) g.v[i] = g.v[i] * 0.5 + i;
    g.n++; s.cur = g; show("s.cur=g", s.cur);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; ps->old = ps->cur; show("ps->old=ps->cur", s.old);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; ps->old = s.cur; show("ps->old=s.cur", s.old);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; { vec t = s.cur; show("init t=s.cur", t); }
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; b[1] = s.cur; show("b[1]=s.cur", b[1]);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) b[1].v[i] = b[1].v[i] * 0.5 + i;
    b[1].n++; s.old = b[1]; show("s.old=b[1]", s.old);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; bx.in[1] = s.cur; show("bx.in[1]=s.cur", bx.in[1]);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) bx.in[1].v[i] = bx.in[1].v[i] * 0.5 + i;
    bx.in[1].n++; bx.in[0] = bx.in[1]; show("bx.in[0]=bx.in[1]", bx.in[0]);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) bx.in[0].v[i] = bx.in[0].v[i] * 0.5 + i;
    bx.in[0].n++; pb->in[1] = pb->in[0]; show("pb->in", bx.in[1]);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; st[1].cur = s.cur; show("st[1].cur", st[1].cur);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) st[1].cur.v[i] = st[1].cur.v[i] * 0.5 + i;
    st[1].cur.n++; st[2].old = st[1].cur; show("st[2].old", st[2].old);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) st[2].old.v[i] = st[2].old.v[i] * 0.5 + i;
    st[2].old.n++; s.cur = st[2].old; show("s.cur=st", s.cur);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; st[0] = s; show("st[0]=s", st[0].cur);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; show("arg", s.cur);
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; { state t2 = {s.cur, .old = s.old}; show("init2", t2.cur); }
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; { vec *q = &s.cur; vec z = *q; show("*q", z); }
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; { vec z = s.k ? s.old : s.cur; show("?:", z); }
    
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) s.cur.v[i] = s.cur.v[i] * 0.5 + i;
    s.cur.n++; s.old = (vec)s.cur, show(",", s.old);
}
