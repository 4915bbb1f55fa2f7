/* hydra_omp.h: a program whose OpenMP directives hydracc takes is a team of one thread. Included first, before the
 * program's own omp.h; the names of the real functions stay those of the runtime, whose threads run iterations. */
#ifndef HYDRA_OMP_H
#define HYDRA_OMP_H

#define HYDRA_OMP_IS(result, name, parameters, other) extern result name parameters __asm__(#other)
HYDRA_OMP_IS(int, omp_get_thread_num, (void), hydra_omp_0);
HYDRA_OMP_IS(int, omp_get_num_threads, (void), hydra_omp_1);
HYDRA_OMP_IS(int, omp_get_max_threads, (void), hydra_omp_1);
HYDRA_OMP_IS(int, omp_get_thread_limit, (void), hydra_omp_1);
HYDRA_OMP_IS(int, omp_in_parallel, (void), hydra_omp_0);
HYDRA_OMP_IS(int, omp_get_level, (void), hydra_omp_0);
HYDRA_OMP_IS(int, omp_get_active_level, (void), hydra_omp_0);
HYDRA_OMP_IS(int, omp_get_ancestor_thread_num, (int), hydra_omp_0_of);
HYDRA_OMP_IS(int, omp_get_team_num, (void), hydra_omp_0);
HYDRA_OMP_IS(int, omp_get_num_teams, (void), hydra_omp_1);
HYDRA_OMP_IS(int, omp_get_num_devices, (void), hydra_omp_0);
HYDRA_OMP_IS(int, omp_get_dynamic, (void), hydra_omp_0);
HYDRA_OMP_IS(void, omp_set_num_threads, (int), hydra_omp_ignored);
HYDRA_OMP_IS(void, omp_set_dynamic, (int), hydra_omp_ignored);
#undef HYDRA_OMP_IS

#endif
