// What users of fields see: names of types, and functions.
#ifndef FIELD_H
#define FIELD_H

typedef struct field field;
typedef struct walk *walk;
extern const char *const field_states[];

field *field_make(int rows, int columns);
void field_free(field *f);
int field_rows(const field *f);
int field_columns(const field *f);
double field_at(const field *f, int i, int j);
void field_put(field *f, int i, int j, double value);
double field_weight(const field *f, int i);
void field_swap(field **a, field **b);
double field_change(const field *a, const field *b);

walk walk_make(int count);
void walk_step(walk w, int i, double by);
double walk_end(const walk w, int i);

#endif
