// Types of expressions, declarators, implicit conversions, layouts.
#include "ir/print_hooks.h"
#include "parsed.h"

using namespace hydra;
using test::Parsed;
using test::type_of;

TEST_CASE("usual arithmetic conversions") {
    CHECK(type_of("c + c") == "int");
    CHECK(type_of("us + us") == "int");
    CHECK(type_of("i + u") == "unsigned int");
    CHECK(type_of("u + l") == "long");
    CHECK(type_of("l + ll") == "long long");
    CHECK(type_of("ul + ll") == "unsigned long long");
    CHECK(type_of("i * x") == "float");
    CHECK(type_of("x * d") == "double");
    CHECK(type_of("d / ld") == "long double");
    CHECK(type_of("z * d") == "double _Complex");
    CHECK(type_of("c << l") == "int");
    CHECK(type_of("ul >> i") == "unsigned long");
    CHECK(type_of("-us") == "int");
    CHECK(type_of("~u") == "unsigned int");
    CHECK(type_of("!d") == "int");
    CHECK(type_of("d < l") == "int");
    CHECK(type_of("e + 0") == "unsigned int");
    CHECK(type_of("n + 0") == "int");
    CHECK(type_of("ea") == "int");
    CHECK(type_of("st.b5 + 0u - 0u, st.b5 + 1") == "int");
    CHECK(type_of("st.b32 + 1") == "unsigned int");
    CHECK(type_of("b + b") == "int");
}

TEST_CASE("pointers, calls, members") {
    CHECK(type_of("p + 1") == "int *");
    CHECK(type_of("1 + p") == "int *");
    CHECK(type_of("p - p") == "long");
    CHECK(type_of("*q") == "const char");
    CHECK(type_of("a[1]") == "double [7]");
    CHECK(type_of("a[1][2]") == "double");
    CHECK(type_of("2[p]") == "int");
    CHECK(type_of("&a[1]") == "double (*)[7]");
    CHECK(type_of("*a") == "double [7]");
    CHECK(type_of("ps->d") == "double [4]");
    CHECK(type_of("ps->deep") == "int");
    CHECK(type_of("&st.c") == "char *");
    CHECK(type_of("fp(1)") == "int");
    CHECK(type_of("(*fp)(1)") == "int");
    CHECK(type_of("i ? p : 0") == "int *");
    CHECK(type_of("i ? p : v") == "void *");
    CHECK(type_of("i ? c : x") == "float");
    CHECK(type_of("i ?: l") == "long");
    CHECK(type_of("i, d") == "double");
    CHECK(type_of("c = d") == "char");
    CHECK(type_of("\"abc\"[0]") == "char");
    CHECK(type_of("sizeof i") == "unsigned long");
    CHECK(type_of("_Generic(x, double: 1, float: 2.0f, default: 'a')") == "float");
    CHECK(type_of("({ int k = 1; k + 1.0; })") == "double");
    CHECK(type_of("(struct P){1}.d[0]") == "double");
    CHECK(type_of("(long)-1") == "long");
    CHECK(type_of("__builtin_sqrtf(x)") == "float");
    CHECK(type_of("__builtin_expect(i, 0)") == "long");
}

TEST_CASE("constants") {
    CHECK(type_of("1") == "int");
    CHECK(type_of("0xffffffff") == "unsigned int");
    CHECK(type_of("4294967295") == "long");
    CHECK(type_of("1ul") == "unsigned long");
    CHECK(type_of("1LLU") == "unsigned long long");
    CHECK(type_of("1.5f") == "float");
    CHECK(type_of("0x1p3L") == "long double");
    CHECK(type_of("'a'") == "int");
    Parsed parsed("enum { a = '\\n', b = '\\x41', c = '\\377', d = 'ab', e = 010, f = 0b101, g = 1 << 20 };");
    std::string values;
    for (const auto& constant : parsed.unit->enum_constants)
        values += std::to_string(constant.value) + " ";
    CHECK(values == "10 65 -1 24930 8 5 1048576 ");
}

TEST_CASE("implicit conversions are casts") {
    Parsed parsed("double d; int i; float g(float); int a[3]; void f(void) { d = i; i = d + i; g(i); *a; d += i; }");
    REQUIRE(parsed.messages() == "");
    const auto* assign = parsed.expression("f", 0).as<ir::Binary>();
    const auto* cast = assign->rhs->as<ir::Cast>();
    REQUIRE(cast != nullptr);
    CHECK(cast->implicit);
    CHECK(cast->to->kind == ir::TypeKind::Double);
    const auto* narrow = parsed.expression("f", 1).as<ir::Binary>()->rhs->as<ir::Cast>();
    REQUIRE(narrow != nullptr);
    CHECK(narrow->to->kind == ir::TypeKind::Int);
    const auto* sum = narrow->operand->as<ir::Binary>();
    CHECK(sum->lhs->as<ir::Cast>() == nullptr);
    CHECK(sum->rhs->as<ir::Cast>()->to->kind == ir::TypeKind::Double);
    CHECK(parsed.expression("f", 2).as<ir::Call>()->args[0]->type->kind == ir::TypeKind::Float);
    const auto* deref = parsed.expression("f", 3).as<ir::Unary>();
    CHECK(ir::declare(deref->operand->as<ir::Cast>()->to, "") == "int *");
    CHECK(parsed.expression("f", 4).as<ir::Binary>()->rhs->type->kind == ir::TypeKind::Double);
}

TEST_CASE("precedence") {
    auto printed = [](const std::string& text) {
        Parsed parsed("int a, b, c, d, e; void f(void) { " + text + "; }");
        CHECK(parsed.messages() == "");
        std::string result;
        auto walk = [&](auto& self, const ir::Expr& expr) -> void {
            if (const auto* binary = expr.as<ir::Binary>()) {
                result += "(";
                self(self, *binary->lhs);
                result += ir::spelling(binary->op);
                self(self, *binary->rhs);
                result += ")";
            } else if (const auto* choice = expr.as<ir::Conditional>()) {
                result += "(";
                self(self, *choice->cond);
                result += "?";
                self(self, *choice->then);
                result += ":";
                self(self, *choice->otherwise);
                result += ")";
            } else
                result += ir::print_c(expr);
        };
        walk(walk, parsed.expression("f", 0));
        return result;
    };
    CHECK(printed("a + b * c - d") == "((a+(b*c))-d)");
    CHECK(printed("a = b = c + d") == "(a=(b=(c+d)))");
    CHECK(printed("a ? b : c ? d : e") == "(a?b:(c?d:e))");
    CHECK(printed("a = b ? c : d") == "(a=(b?c:d))");
    CHECK(printed("a || b && c | d ^ e & a") == "(a||(b&&(c|(d^(e&a)))))");
    CHECK(printed("a == b < c << d + e") == "(a==(b<(c<<(d+e))))");
    CHECK(printed("a - b - c") == "((a-b)-c)");
    CHECK(printed("a, b = c, d") == "((a,(b=c)),d)");
}

TEST_CASE("declarators") {
    Parsed parsed(
        "int *a[3], (*b)[3], *(*c)(int, char *[4]), (*(*d[2])(void))[5];\n"
        "extern const volatile unsigned long e; int f[] = {1, [4] = 2}; char g[] = \"abc\"; int (*h(int x))(double);\n"
        "long unsigned int long k; signed char *restrict m; _Atomic(int) n; int o[2][3][4]; void *p[sizeof(int) * "
        "2];\n");
    REQUIRE(parsed.messages() == "");
    auto type = [&](const char* name) { return ir::declare(parsed.global(name).type, ""); };
    CHECK(type("a") == "int *[3]");
    CHECK(type("b") == "int (*)[3]");
    CHECK(type("c") == "int *(*)(int, char **)");
    CHECK(type("d") == "int (*(*[2])(void))[5]");
    CHECK(type("f") == "int [5]");
    CHECK(type("g") == "char [4]");
    CHECK(type("k") == "unsigned long long");
    CHECK(type("o") == "int [2][3][4]");
    CHECK(type("p") == "void *[8]");
    CHECK(parsed.function("h").params.at(0)->name == "x");
}

TEST_CASE("variable arrays") {
    Parsed parsed("void f(int n, double a[n][n], double (*b)[n]) { double c[n + 1][4]; int d[sizeof c]; (void)d; "
                  "(void)a; (void)b; }");
    REQUIRE(parsed.messages() == "");
    const auto& f = parsed.function("f");
    CHECK(f.params[1]->type->is_pointer());
    CHECK(f.params[1]->type->inner->is_vla());
    CHECK(ir::named_variable(f.params[1]->type->inner->vla_length) == f.params[0].get());
    const auto& c = *parsed.statement("f", 0).as<ir::DeclStmt>()->variables[0];
    CHECK(c.type->is_vla());
    CHECK(c.type->inner->length == 4);
    CHECK(ir::size_of(c.type) == std::nullopt);
}

TEST_CASE("layout of records") {
    Parsed parsed("struct A { char a; double b; char c; } a; struct B { int x : 5, y : 28, : 0, z : 3; } b;\n"
                  "union C { char a[5]; int b; } c; struct D { char a; int b; } __attribute__((packed)) d;\n"
                  "struct E { char a; } __attribute__((aligned(16))) e; struct F { int n; double tail[]; } f;\n"
                  "struct G { char a; struct { short b; union { int c; double d; }; }; } g; struct H {} h;\n"
                  "struct I { char a; _Alignas(8) char b; } i; struct J { long a : 40; int b; } j;\n"
                  "struct K { char a; int b : 9; char c; } k; struct L { short a : 3; char b; } l;\n");
    REQUIRE(parsed.messages() == "");
    auto size = [&](const char* name) { return *ir::size_of(parsed.global(name).type); };
    CHECK(size("a") == 24);
    CHECK(size("b") == 12);
    CHECK(size("c") == 8);
    CHECK(size("d") == 5);
    CHECK(size("e") == 16);
    CHECK(size("f") == 8);
    CHECK(size("g") == 24);
    CHECK(size("h") == 0);
    CHECK(size("i") == 16);
    CHECK(size("j") == 16);
    CHECK(size("k") == 4);
    CHECK(size("l") == 2);
    CHECK(parsed.global("a").type->tag->fields[2].offset == 16);
    CHECK(parsed.global("d").type->tag->fields[1].offset == 1);
    CHECK(parsed.global("f").type->tag->fields[1].offset == 8);
}

TEST_CASE("the native compiler agrees on sizes and offsets") {
    // Static assertions on both sides: gcc checked them when they were written.
    Parsed parsed(
        "#include <stddef.h>\n#include <stdio.h>\n#include <time.h>\n#include <sys/stat.h>\n#include <pthread.h>\n"
        "_Static_assert(sizeof(FILE) == 216, \"\"); _Static_assert(sizeof(struct tm) == 56, \"\");\n"
        "_Static_assert(offsetof(struct tm, tm_zone) == 48, \"\"); _Static_assert(sizeof(struct timespec) == 16, "
        "\"\");\n"
        "_Static_assert(sizeof(pthread_mutex_t) == 40, \"\"); _Static_assert(sizeof(long double) == 16, \"\");\n"
        "_Static_assert(sizeof(wchar_t) == 4, \"\"); _Static_assert(sizeof(max_align_t) == 32, \"\");\n");
    CHECK(parsed.messages() == "");
}

TEST_CASE("initializers meet the types of their elements") {
    Parsed parsed(
        "struct P { int a; double b[2]; struct { char c; float d; } e; };\n"
        "struct P p = {1, 2, 3, 4, 5}; struct P q[] = {[1].e.d = 1, {.b = {1}}, 7}; double m[][2] = {1, 2, 3};\n"
        "struct P r = p2; char s[2][4] = {\"ab\", {'c'}}; char *t[] = {\"x\", 0}; int u = {3};\n");
    CHECK(parsed.messages().find("'p2' undeclared here") != std::string::npos);
    const auto* list = parsed.global("p").init->as<ir::InitList>();
    REQUIRE(list != nullptr);
    CHECK(list->items[0].value->type->kind == ir::TypeKind::Int);
    CHECK(list->items[1].value->type->kind == ir::TypeKind::Double);
    CHECK(list->items[3].value->type->kind == ir::TypeKind::Char);
    CHECK(list->items[4].value->type->kind == ir::TypeKind::Float);
    CHECK(parsed.global("q").type->length == 4);
    CHECK(parsed.global("m").type->length == 2);
    CHECK(parsed.global("t").type->length == 2);
}

// The copies of the types that the text's functions declare, one a line.
static std::string copies(const std::string& text) {
    const Parsed parsed(text);
    CHECK(parsed.messages().empty());
    std::string result;
    for (const auto& tag : parsed.unit->types.tags())
        if (ir::has_copy(tag) && tag.complete)
            result += ir::define_copy(tag) + "\n";
    return result;
}

TEST_CASE("copies of types that only a function can name") {
    CHECK(copies("struct a { int x; }; typedef struct { int y; } b; int f(void) { struct a p; b q; return p.x; }")
              .empty());
    CHECK(copies("void f(void) { struct a { char c; double d[2]; struct a *next; }; { struct a { int i; } x; } }\n"
                 "void g(void) { struct a { long l; }; }") ==
          "struct __attribute__((may_alias)) hydra_type_f_a { char c; double d[2]; "
          "struct hydra_type_f_a *next; }\n"
          "struct __attribute__((may_alias)) hydra_type_f_a_2 { int i; }\n"
          "struct __attribute__((may_alias)) hydra_type_g_a { long l; }\n");
    // Members that lie elsewhere than their types say.
    CHECK(copies("void f(void) { struct p { char c; int i; } __attribute__((packed)); struct q { char c; int i "
                 "__attribute__((packed)); int j __attribute__((aligned(16))); }; union u { int i; char c[6]; "
                 "unsigned b : 3; }; }") ==
          "struct __attribute__((may_alias, packed)) hydra_type_f_p { char c; int i; }\n"
          "struct __attribute__((may_alias)) hydra_type_f_q { char c; int i __attribute__((packed, aligned(1))); "
          "int j __attribute__((aligned(16))); }\n"
          "union __attribute__((may_alias)) hydra_type_f_u { int i; char c[6]; unsigned int b : 3; }\n");
    // Anonymous members stay where they are; enumerations are integers.
    const auto nested = copies("void f(void) { enum e { A = -1, B } x = A; struct { enum e k; struct { int a, b; }; "
                               "union { float f; } u; } s; (void)x; (void)s; }");
    CHECK(nested.find("struct __attribute__((may_alias)) hydra_type_f { signed int k; struct { int a; int b; }; "
                      "union hydra_type_f_3 u; }\n") != std::string::npos);
    CHECK(copies("static struct { int x; } *p;") == "struct __attribute__((may_alias)) hydra_type { int x; }\n");
}
