// What the user's calls of OpenMP's run-time library lead to (include/hydra_omp.h): his own code is a team of one
// thread, on whatever threads iterations run. What it sets, nothing depends on.
extern "C" {

int hydra_omp_0() { return 0; }
int hydra_omp_1() { return 1; }
int hydra_omp_0_of(int /*level*/) { return 0; }
void hydra_omp_ignored(int /*value*/) {}

} // extern "C"
