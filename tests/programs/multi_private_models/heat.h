struct field {
    double *p;
};
extern struct field shared;
void heat_start(int n);
double heat_at(int i);
double heat_level(int i);
double heat_shared(int i);
double heat_kept(int i);
