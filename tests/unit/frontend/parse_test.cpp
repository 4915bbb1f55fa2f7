// The parser: ambiguities of typedef names, syntax and type errors with their places, all the standard headers, and
// input that tries to break it.
#include "parsed.h"

#include <random>

using namespace hydra;
using test::Parsed;

namespace {
std::string messages(const std::string& text) { return Parsed(text).messages(); }
bool accepted(const std::string& text) { return messages(text).empty(); }
} // namespace

TEST_CASE("typedef names") {
    CHECK(accepted("typedef int T; int f(int x) { return (T)-1 + (x)-1; }"));
    CHECK(accepted("typedef int T; void f(void) { T * x; T T; T = 3; T * T; }"));
    CHECK(accepted("typedef int T; int f(int T) { return T * 2; } T g;"));
    CHECK(accepted("typedef int T; struct T { T T; }; struct T t = {.T = 1}; int f(void) { T: goto T; return t.T; }"));
    CHECK(accepted("typedef int T; void f(T), g(const T), h(int (T)), k(T (*)(T, T x));"));
    CHECK(accepted("typedef int T; int f(void) { for (T T = 0; T < 3; T++) { } T x = 1; { enum { T }; int y = T; "
                   "return x + y; } }"));
    CHECK(accepted("typedef int T, *U; unsigned V; U f(T a[sizeof(T)], U b) { return sizeof(T) > 2 ? b : &a[0]; }"));
    CHECK(accepted("typedef struct N N; struct N { N *next; }; N *f(N *n) { return (N *)n->next; }"));
    Parsed parsed("typedef double T; int x; void f(void) { (T)-1; (x)-1; }");
    CHECK(parsed.expression("f", 0).as<ir::Cast>() != nullptr);
    CHECK(parsed.expression("f", 1).as<ir::Binary>() != nullptr);
}

TEST_CASE("all of C11, and GNU's additions") {
    CHECK(accepted("int old(a, b) int a; char *b; { return a + *b; }\nmain() { static n; return n; }"));
    CHECK(accepted(
        "_Static_assert(sizeof(int) == 4, \"int\"); _Alignas(16) int a; _Thread_local int b; _Noreturn void c(void);\n"
        "_Atomic int d; _Atomic(long) e; inline static int f(int n, int v[static const 3]) { return v[n] + "
        "_Alignof(int); }"));
    CHECK(accepted("int f(int x) { switch (x) { case 1 ... 3: case 7: return 1; default: ; } return x ?: 2; }"));
    CHECK(
        accepted("int f(int x) { __label__ out; void *p = &&out; if (x) goto *p; out: return ({ int y = x; y; }); }"));
    CHECK(accepted("typeof(1.0) a; __typeof__(a) b; __extension__ int c; int d __attribute__((unused, aligned(8)));\n"
                   "void f(void) __asm__(\"g\") __attribute__((noreturn)); struct Z { int n[0]; struct {}; };"));
    CHECK(accepted("void f(int *p) { __asm__ volatile (\"nop\" : \"=r\"(*p) : \"r\"(1) : \"memory\"); asm(\"\"); }"));
    CHECK(accepted(
        "int f(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); int x = __builtin_va_arg(ap, int);\n"
        "__builtin_va_end(ap); return x + __builtin_offsetof(struct { int a; int b[3]; }, b[1]); }"));
    CHECK(accepted("void f(void) { goto end; end: }"));
    CHECK(accepted("struct S { int a, b; } s = {a: 1, b: 2}; int x[] = {[0 ... 3] = 1, [7] 2};"));
    CHECK(accepted("float _Complex z; double f(void) { return __real__ z + __imag__ z; } int g(void) { return sizeof "
                   "__func__; }"));
    CHECK(accepted("int f(void) { int a[3] = {0}, *p = (int[]){1, 2}; return sizeof(int){1} + sizeof a[0] + p[0] + "
                   "sizeof(a) - 1; }"));
    CHECK(accepted(
        "__int128 a; unsigned __int128 b; _Float64 c; _Float128 d; typedef float v4 __attribute__((vector_size(16)));\n"
        "v4 f(v4 x, v4 y) { return x * y + x; }"));
    CHECK(accepted("%:define N 3\nint a<:N:> = <% 1, 2, 3 %>;"));
}

TEST_CASE("the standard headers") {
    for (const char* header :
         {"assert",     "complex", "ctype",  "errno",     "fenv",   "float",       "inttypes", "iso646",
          "limits",     "locale",  "math",   "setjmp",    "signal", "stdalign",    "stdarg",   "stdatomic",
          "stdbool",    "stddef",  "stdint", "stdio",     "stdlib", "stdnoreturn", "string",   "tgmath",
          "threads",    "time",    "uchar",  "wchar",     "wctype", "unistd",      "sys/time", "sys/stat",
          "sys/socket", "pthread", "fcntl",  "immintrin", "regex"}) {
        CAPTURE(header);
        Parsed parsed(fmt::format("#include <{}.h>\nint after;\n", header));
        CHECK(parsed.messages() == "");
        CHECK(parsed.unit != nullptr);
    }
}

TEST_CASE("users of the headers' macros") {
    CHECK(accepted(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\n#include <assert.h>\n#include <errno.h>\n"
        "#include <tgmath.h>\n#include <stdatomic.h>\n#include <ctype.h>\n#include <complex.h>\n"
        "int main(int argc, char **argv) { atomic_int a = 0; atomic_fetch_add(&a, 1); float x = sqrt(2.0f);\n"
        "double complex z = 1 + 2 * I; assert(argc > 0 && \"no\"); if (isnan(x) || errno || isalpha(argv[0][0]))\n"
        "fprintf(stderr, \"%d %f\\n\", atomic_load(&a), creal(z)); double *p = malloc(sizeof *p * 3); p[0] = "
        "INFINITY;\n"
        "p[1] = NAN; free(p); return EXIT_SUCCESS; }"));
}

TEST_CASE("syntax errors, several in one run") {
    CHECK(messages("int f(int x) { return x }") == "1:24: expected ';' before '}' token\n");
    CHECK(messages("void f(void) {\n    int y = 3\n    y = 4;\n    g(y)\n    return;\n}\n") ==
          "2:14: expected ';' before 'y'\n4:9: expected ';' before 'return'\n");
    CHECK(messages("void f(void) {\n    foo bar;\n    if (1 {}\n    for (int i = 0; i < 3; i++ {}\n    else ;\n    x = "
                   "(3 + ;\n}\n") ==
          "2:5: unknown type name 'foo'\n3:10: expected ')' before '{' token\n4:31: expected ')' before '{' token\n"
          "5:5: 'else' without a previous 'if'\n6:14: expected expression before ';' token\n");
    CHECK(messages("struct T { int a int b; };\nsize_tt q;\nint k(int a, fool b);\n}\nint ok;\n") ==
          "1:17: expected ';' before 'int'\n2:1: unknown type name 'size_tt'\n3:14: unknown type name 'fool'\n"
          "4:1: expected declaration before '}' token\n");
    CHECK(messages("int f(void) { return 1;") == "1:24: expected declaration or statement at end of input\n");
    CHECK(messages("int a = 1 @ 2;\nchar *s = \"abc;\n").find("1:11: stray '@' in program") != std::string::npos);
}

TEST_CASE("errors of meaning") {
    auto in_function = [](const std::string& text) {
        return messages(
            "struct S { int a; } s, *p; int i; double d; int v[3]; const int c = 1; void g(void); int h(int, int);\n"
            "void f(void) {\n" +
            text + "\n}\n");
    };
    CHECK(in_function("x = 1; x = 2;") == "3:1: 'x' undeclared (first use in this function)\n");
    CHECK(in_function("s.b = 1;") == "3:3: 'struct S' has no member named 'b'\n");
    CHECK(in_function("p.a = 1;") == "3:3: 'p' is a pointer; did you mean to use '->'?\n");
    CHECK(in_function("i = s;") == "3:5: incompatible types when assigning to type 'int' from type 'struct S'\n");
    CHECK(in_function("d[0] = 1;") == "3:1: subscripted value is neither array nor pointer\n");
    CHECK(in_function("*i = 1;") == "3:1: invalid type argument of unary '*' (have 'int')\n");
    CHECK(in_function("i();") == "3:1: called object 'i' is not a function or function pointer\n");
    CHECK(in_function("i = g();") == "3:5: void value not ignored as it ought to be\n");
    CHECK(in_function("h(1);") == "3:1: too few arguments to function 'h': 2 expected, 1 given\n");
    CHECK(in_function("v = 0;") == "3:1: assignment to expression with array type\n");
    CHECK(in_function("c = 2;") == "3:1: assignment of read-only location 'c'\n");
    CHECK(in_function("3 = i;") == "3:1: lvalue required as left operand of assignment\n");
    CHECK(in_function("d % 2;") == "3:1: invalid operands to binary % (have 'double' and 'int')\n");
    CHECK(in_function("break;") == "3:1: break statement not within loop or switch\n");
    CHECK(in_function("goto far;") == "3:6: label 'far' used but not defined\n");
    CHECK(in_function("int i; int i;") == "3:12: redeclaration of 'i'\n");
    CHECK(in_function("struct U u;") == "3:10: storage size of 'u' isn't known\n");
    CHECK(messages("int f(void);\ndouble f(void);\n") == "2:8: conflicting types for 'f'; have 'double (void)'\n");
    CHECK(messages("int f(void) { return 1; }\nint f(void) { return 1; }\n") == "2:5: redefinition of 'f'\n");
    CHECK(messages("_Static_assert(sizeof(int) == 5, \"five\");") == "1:1: static assertion failed: \"five\"\n");
    CHECK(messages("int a = 08, b = 1x;") ==
          "1:9: invalid digit \"8\" in octal constant\n1:17: invalid suffix \"x\" on integer constant\n");
}

TEST_CASE("what compilers only warn about is accepted") {
    CHECK(accepted(
        "int *p; long i; void f(void) { p = 5; i = p; undeclared(1, 2.0); } char *s = 1; void g() { g(1, 2); }"));
    CHECK(accepted(
        "struct S { int a; }; int f(void) { struct S *p; long *q = p; return q == p; } void h(void) { return h(); }"));
}

TEST_CASE("directives") {
    Parsed parsed("double a[9], s;\nvoid f(int n) {\n#pragma hydra parallel for reduction(+:s)\n    for (int i = 0; i "
                  "< n; i++) s += a[i];\n}\n");
    CHECK(parsed.messages() == "");
    const auto* loop = parsed.statement("f", 0).as<ir::For>();
    REQUIRE(loop != nullptr);
    REQUIRE(loop->directive != nullptr);
    CHECK(loop->canonical.variable->name == "i");
    CHECK(parsed.sources.text(parsed.statement("f", 0).range).substr(0, 3) == "for");
    CHECK(messages("#pragma hydra parallel for\nint x;\n").substr(0, 4) == "1:1:");
    CHECK(messages("void f(void) {\n#pragma hydra parallel for\n    int x;\n}\n").substr(0, 4) == "2:1:");
    CHECK(messages("void f(int n) {\n    n = 1 +\n#pragma hydra parallel for\n    2;\n}\n").find("'#pragma hydra'") !=
          std::string::npos);
    CHECK(messages("void f(int n) {\n#pragma omp parallel for\n    for (int i = 0; i < n; i++) ;\n}\n")
              .find("[hydra-omp]") != std::string::npos);
}

TEST_CASE("ranges and user files") {
    Parsed parsed("#include <stdlib.h>\nstatic int twice(int x) { return 2 * x; }\nint v;\n");
    CHECK(parsed.sources.text(parsed.function("twice").whole) == "static int twice(int x) { return 2 * x; }");
    CHECK(parsed.function("twice").in_user_file);
    CHECK(!parsed.function("malloc").in_user_file);
    CHECK(parsed.global("v").in_user_file);
}

TEST_CASE("deep nesting ends in an error, or works") {
    auto repeat = [](const std::string& text, int n) {
        std::string result;
        for (int i = 0; i < n; ++i)
            result += text;
        return result;
    };
    constexpr int n = 100000;
    auto one_error = [&](const std::string& text) {
        Parsed parsed(text);
        return parsed.diagnostics.all().size() == 1 && parsed.messages().find("too deeply") != std::string::npos;
    };
    CHECK(one_error("int x = " + repeat("(", n) + "1" + repeat(")", n) + ";"));
    CHECK(one_error("void f(void) " + repeat("{", n) + repeat("}", n)));
    CHECK(one_error("int a[] = " + repeat("{", n) + "1" + repeat("}", n) + ";"));
    CHECK(one_error("int f(int x) { return " + repeat("- ", n) + "x; }"));
    CHECK(one_error("int f(int x) { return " + repeat("(int)", n) + "x; }"));
    CHECK(one_error("void f(int x) { " + repeat("if (x) x = 1; else ", n) + "; }"));
    CHECK(one_error("void f(int x) { " + repeat("for (;;) ", n) + "; }"));
    CHECK(one_error("int f(int x) { return " + repeat("x + ", n) + "x; }"));
    CHECK(one_error("int f(int x) { return " + repeat("x ? 1 : ", n) + "x; }"));
    CHECK(one_error("int f(int x) { return " + repeat("x ? ", n) + "x; }"));
    CHECK(!accepted("int " + repeat("*", n) + "x;"));
    CHECK(!accepted("int f(int x) { switch (x) { " + repeat("case 1: ", n) + "; } }"));
    CHECK(accepted("int x = " + repeat("(", 400) + "1" + repeat(")", 400) + ";"));
    CHECK(accepted("int f(int x) { return " + repeat("x + ", 2000) + "x; }"));
    CHECK(accepted("void f(int x) { " + repeat("if (x) x = 1; else ", 300) + "; }"));
    CHECK(accepted("int a[] = {" + repeat("1, ", n) + "};"));
    CHECK(accepted("void f(int x) { " + repeat("x = x + 1;\n", 20000) + " }"));
}

TEST_CASE("garbage ends in errors") {
    std::mt19937 random(7);
    const std::string pieces[] = {"int ",
                                  "x",
                                  "(",
                                  ")",
                                  "{",
                                  "}",
                                  ";",
                                  ",",
                                  "*",
                                  "struct ",
                                  "if ",
                                  "else ",
                                  "for ",
                                  "typedef ",
                                  "T ",
                                  "= ",
                                  "1 ",
                                  "[",
                                  "]",
                                  "case ",
                                  ":",
                                  "? ",
                                  "return ",
                                  "&&",
                                  "\"s\" ",
                                  "sizeof ",
                                  "enum ",
                                  "...",
                                  ".",
                                  "->",
                                  "#pragma hydra parallel for\n",
                                  "\n",
                                  "__attribute__((",
                                  "@",
                                  "'",
                                  "_Generic(",
                                  "do "};
    for (int round = 0; round < 60; ++round) {
        std::string text = "void f(void) {";
        for (int i = 0; i < 200; ++i)
            text += pieces[random() % std::size(pieces)];
        CHECK_NOTHROW(Parsed{text});
    }
    for (int round = 0; round < 10; ++round) {
        std::string text;
        for (int i = 0; i < 2000; ++i) {
            char c = static_cast<char>(random() % 256);
            text += c == '#' ? ' ' : c;
        }
        try {
            Parsed parsed(text);
            CHECK(!parsed.diagnostics.all().empty());
        } catch (const frontend::PreprocessError&) {
            // The preprocessor has said what is wrong.
        }
    }
    CHECK(messages(";;;") == "");
    CHECK(messages(")]}").find("expected declaration before ')' token") != std::string::npos);
}
