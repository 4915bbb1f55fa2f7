#pragma once
#define SIZE 50
void fill(void);
int pick(const int *from, int k);
void drop(int *into, int k, int what);
