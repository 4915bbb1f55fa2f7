void sum_columns(long n, long m, void *plate, long k, double *columns, double *all);
