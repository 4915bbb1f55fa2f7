KIND(cold, 3)
KIND(mild, 14)
KIND(hot, 27)
