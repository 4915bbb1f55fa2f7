double shared[100] = {1, 2, 3};
