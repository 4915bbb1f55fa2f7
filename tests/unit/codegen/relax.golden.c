#include "hydra_rt.h"
#line 1 "prog.c"
/* The parallel loop over i at prog.c:5: its body, and what it touches. */
struct hydra_args_relax_5 {
    int n;
    long hydra_to_1;
    void *to;
    long hydra_from_1;
    void *from;
};

#line 5 "prog.c"
static void hydra_run_relax_5(void *hydra_args, long hydra_lo, long hydra_hi, void *const *hydra_partial, int hydra_last)
{
    struct hydra_args_relax_5 *const hydra_c = hydra_args;
    (void)hydra_partial;
    (void)hydra_last;
    int n = hydra_c->n;
    double (*to)[hydra_c->hydra_to_1] = hydra_c->to;
    double (*from)[hydra_c->hydra_from_1] = hydra_c->from;
#line 6 "prog.c"
    for (int i = (int)hydra_lo; i < (int)hydra_hi; i++)
        for (int j = 1; j < n - 1; j++)
            to[i][j] = 0.5 * (from[i - 1][j] + from[i + 1][j]);
}

static void hydra_loop_touches_relax_5(hydra_rt_footprint *hydra_f, const long *hydra_k, long hydra_lo, long hydra_hi)
{
    const long n = hydra_k[0];
    hydra_rt_shape(hydra_f, 0, 8, 2, (const long[]){n}); /* from */
    hydra_rt_shape(hydra_f, 1, 8, 2, (const long[]){n}); /* to */
    /* reads from[i - 1][j] */
    hydra_rt_rows(hydra_f, HYDRA_RT_OF(1, READ), 0, (const long[]){hydra_lo - 1, hydra_hi - 1, 1,  1, n - 1, 1}, -1);
    /* reads from[i + 1][j] */
    hydra_rt_rows(hydra_f, HYDRA_RT_OF(2, READ), 0, (const long[]){hydra_lo + 1, hydra_hi + 1, 1,  1, n - 1, 1}, 1);
    /* writes to[i][j] */
    hydra_rt_rows(hydra_f, HYDRA_RT_OF(3, WRITE), 1, (const long[]){hydra_lo, hydra_hi, 1,  1, n - 1, 1}, 0);
}

static const hydra_rt_slot hydra_loop_slots_relax_5[] = {{"from", 0, 0, 0, 0}, {"to", 0, 0, 0, 0}};
static const hydra_rt_look hydra_loop_looks_relax_5[] = {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
static const hydra_rt_access_told hydra_loop_accesses_relax_5[] = {
    {"from[i - 1][j]", "(unknown place)", 0, HYDRA_RT_READ, 1},
    {"from[i + 1][j]", "(unknown place)", 0, HYDRA_RT_READ, 1},
    {"to[i][j]", "(unknown place)", 1, HYDRA_RT_WRITE, 1},
};
static const hydra_rt_told hydra_loop_told_relax_5 = {"prog.c:4", 3, hydra_loop_accesses_relax_5, 0, 1, 8};
static hydra_rt_loop hydra_loop_relax_5 = {
    .at = "prog.c:5",
    .slots = 2,
    .slot = hydra_loop_slots_relax_5,
    .look = hydra_loop_looks_relax_5,
    .keys = 1,
    .footprint = hydra_loop_touches_relax_5,
    .told = &hydra_loop_told_relax_5,
    .kernel = hydra_run_relax_5,
    .align_slot = 1,
    .align_dim = 0,
    .align_scale = 1,
};

#line 1 "prog.c"
/* One step. */
static void relax(int n, double (*from)[n], double (*to)[n])
{

    { /* the parallel loop over i, prog.c:5 */
        const long hydra_begin = 1, hydra_end = n - 1;                               /* its iterations: begin <= x < end */
        /* what its body needs */
        struct hydra_args_relax_5 hydra_a = {.n = n, .hydra_to_1 = (long)(sizeof to[0] / sizeof to[0][0]),
            .to = (void *)to, .hydra_from_1 = (long)(sizeof from[0] / sizeof from[0][0]), .from = (void *)from};
        void *const hydra_p[] = {(void *)from, (void *)to};                          /* the arrays it touches */
        const long hydra_k[] = {n};                                                  /* what its footprint depends on */
        hydra_rt_launch hydra_l;
        /* which iterations are this rank's */
        hydra_rt_begin(&hydra_l, &hydra_loop_relax_5, hydra_p, hydra_k, hydra_begin, hydra_end, 0, &hydra_a);
        hydra_rt_transfer(&hydra_l);                                                 /* makes valid what they read */
        hydra_rt_run(&hydra_l);                                                      /* runs them on this rank's threads */
        hydra_rt_commit(&hydra_l, 0);                                                /* records what all ranks wrote */
    }
#line 9 "prog.c"
}

void use(int n, double (*a)[n], double (*b)[n]) { relax(n, a, b); }
