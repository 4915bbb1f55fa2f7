// Conditions of launches that cannot be.
struct state {
    int a;
};
int pick(int i);
void f(int n, double *a, struct state s, struct state *p) {
    int i;
#pragma hydra parallel for if(n++ > 3) // error: a clause's expression is an integer without calls or assignments
    for (i = 0; i < n; i++)
        a[i] = 0;
#pragma hydra parallel for if(pick(n)) // error: a clause's expression is an integer without calls
    for (i = 0; i < n; i++)
        a[i] = 0;
#pragma hydra parallel for if(s) // error: a clause's expression is an integer
    for (i = 0; i < n; i++)
        a[i] = 0;
#pragma hydra parallel for if(i > 3) // error: the condition of 'if' reads 'i', which the loop sets; store the condition in a variable in front of the loop
    for (i = 0; i < n; i++)
        a[i] = 0;
#pragma hydra parallel for if() // error: clause 'if' has no condition
    for (i = 0; i < n; i++)
        a[i] = 0;
#pragma hydra parallel for if(n > 3), if(n < 9) // error: two 'if' clauses; write one, with '&&' or '||' between the conditions
    for (i = 0; i < n; i++)
        a[i] = 0;
#pragma hydra parallel for if(p->a > (3) // error: the condition of 'if' is not closed with ')'
    for (i = 0; i < n; i++)
        a[i] = 0;
#pragma hydra parallel for if(n >) // error: an expression is expected here
    for (i = 0; i < n; i++)
        a[i] = 0;
#pragma hydra parallel for if(m > 2) // error: 'm'
    for (i = 0; i < n; i++)
        a[i] = 0;
#pragma hydra parallel for if // error: clause 'if' needs a condition in parentheses: if(condition)
    for (i = 0; i < n; i++)
        a[i] = 0;
#pragma hydra parallel for iff(n > 2) // error: unknown clause 'iff'; did you mean 'if'?
    for (i = 0; i < n; i++)
        a[i] = 0;
}
