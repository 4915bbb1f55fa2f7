// Kernels for devices: which memory pointers of device code point into, what is handed over, how rows of run-time
// length and types become what devices have, and for which reasons a loop stays on the host's cores.
#include <doctest/doctest.h>

#include <map>

#include "../passes/analysed.h"
#include "codegen/device/spaces.h"
#include "codegen/edit/emit.h"

using namespace hydra;
using codegen::Space;
using codegen::Target;

namespace {

// A program's loops as kernels of a device.
struct Emitted {
    explicit Emitted(const std::string& text, Target target = Target::opencl) : program(text, true) {
        codegen::EmitOptions options;
        options.target = target;
        options.host_reasons = &reasons;
        for (const auto& file : codegen::emit(program.program, program.sources, program.diagnostics, options))
            (file.path.ends_with(".cu") ? kernels : host) += file.text;
        if (target == Target::opencl)
            kernels = unquoted(host.substr(0, host.find("    0,\n};")));
    }
    // The lines that the strings hold.
    static std::string unquoted(const std::string& text) {
        std::string out;
        for (std::size_t at = text.find("    \""); at != std::string::npos; at = text.find("\n    \"", at + 1)) {
            const auto begin = text.find('"', at) + 1;
            out += text.substr(begin, text.find("\\n\",", begin) - begin) + "\n";
        }
        return out;
    }
    [[nodiscard]] bool has(const std::string& part) const { return kernels.find(part) != std::string::npos; }
    [[nodiscard]] bool host_has(const std::string& part) const { return host.find(part) != std::string::npos; }
    // Why the host's cores run the only loop; "": they do not.
    [[nodiscard]] std::string reason() const { return reasons.empty() ? "" : reasons.begin()->second; }

    Analysed program;
    std::map<int, std::string> reasons;
    std::string host, kernels;
};

std::string in_loop(const std::string& body, const std::string& before = "") {
    return before +
           "void f(int n, double *a, double *b)\n{\n#pragma hydra parallel for\n"
           "    for (int i = 0; i < n; i++) {\n        " +
           body + "\n    }\n}\n";
}

// The space of a local variable of the loop's body, or of the function that the body's only call reaches.
struct Spaces {
    explicit Spaces(const std::string& text) : analysed(text), kernel(analysed.program.kernels.at(0)) {}
    Space of(const std::string& name) {
        const codegen::Frame body(scope);
        for (const auto* variable : body.locals())
            if (variable->name == name)
                return body.of(*variable);
        FAIL("no variable " << name);
        return Space::none;
    }

    Analysed analysed;
    const ir::Kernel& kernel;
    codegen::Context context{analysed.program, analysed.sources, analysed.diagnostics,
                             codegen::Names(analysed.program)};
    codegen::KernelVariables variables = codegen::find_variables(context, kernel);
    codegen::DeviceTypes types{codegen::dialect_of(Target::opencl)};
    codegen::DeviceScope scope{context, codegen::dialect_of(Target::opencl), kernel, variables, types};
};

} // namespace

TEST_CASE("a pointer's memory is that of what is assigned to it") {
    Spaces s(in_loop("double own[4] = {0}; double *p = a + i; double *q = own; const double *r; double *none = 0;\n"
                     "        r = q; if (r == none) r = 0; p[0] = q[i % 4] + r[1];"));
    CHECK(s.of("p") == Space::global);
    CHECK(s.of("q") == Space::item);
    CHECK(s.of("r") == Space::item);
    CHECK(s.of("none") == Space::none);
}

TEST_CASE("a pointer's memory goes through chains of assignments and functions") {
    Spaces s(in_loop("double *p, *q, *r = 0; q = 0; p = shift(a, i); q = p; if (n > 3) r = q + 1; *q = r ? 1 : 2;",
                     "static double *shift(double *x, int by) { double *y = x; return by > 0 ? y + by : y; }\n"));
    CHECK(s.of("p") == Space::global);
    CHECK(s.of("q") == Space::global);
    CHECK(s.of("r") == Space::global);
}

TEST_CASE("OpenCL has no pointer that points into arrays and at own variables; C++ does not mind") {
    const auto text = in_loop("double own = 1; double *p = &own; a[i] = *p + b[i]; p = b + i; a[i] += *p;");
    CHECK(Emitted(text).reason() ==
          "'p' points into arrays in one place and at an iteration's own variables in another");
    CHECK(Emitted(text, Target::cuda).reason() == "");
}

TEST_CASE("a function exists once for each combination of memories") {
    const Emitted e(in_loop("double own[2] = {1, i}; a[i] = sum(own) + sum(b + i) + sum(a + i);",
                            "static double sum(const double *x) { return x[0] + x[1]; }\n"));
    CHECK(e.reason() == "");
    CHECK(e.has("double hydra_fn_sum(const double *x)\n"));
    CHECK(e.has("double hydra_fn_sum_2(__global const double *x)\n"));
    // And for each array that may lie in pages, in the second kernel.
    CHECK(e.has("(__global const double *x, const struct hydra_pages hydra_pages_"));
    CHECK(e.has("double hydra_fn_sum_4("));
    CHECK_FALSE(e.has("hydra_fn_sum_5"));
    CHECK(e.has("hydra_fn_sum(own) + hydra_fn_sum_2(b + i) + hydra_fn_sum_2(a + i)"));
}

TEST_CASE("a second kernel looks up the numbers of arrays that lie in pages, and nothing else") {
    const Emitted e(in_loop("double *p = &a[i], x = s[i].in.v[1]; *p += x * b[i + 1]; s[i].n = i;",
                            "static struct { struct { double v[2]; } in; int n; } s[100];\n"));
    CHECK(e.reason() == "");
    CHECK(e.has("_in_pages("));
    CHECK(e.has("*p = &a[i]"));
    CHECK(e.has("(*(__global double *)hydra_in_page(hydra_pages_"));
    CHECK(e.has("(__global char *)&s[i].in.v[1]))"));
    CHECK(e.has("(__global char *)&(*p)))") != e.has("(__global char *)&*p))"));
    CHECK(e.host_has("hydra_rt_pass_pages(hydra_p, 0);"));
    CHECK(e.host_has(".in_pages = &hydra_device_"));
    CHECK(e.host_has(".by_variable = 1,"));
    const Emitted copied(in_loop("s[i] = s[i + 100];", "static struct { double v[2]; } s[300];\n"));
    CHECK(copied.reason() == "");
    CHECK_FALSE(copied.host_has(".in_pages")); // it may go from one page to the next
}

TEST_CASE("small arrays that loops only read, and structs with such, are handed over by value") {
    const std::string types = "typedef struct { double k[3]; int n; } par;\nstatic par p;\nstatic double w[2][3];\n"
                              "static double first(const double *x) { return x[0]; }\n"
                              "static double mine(int i) { return w[0][i % 3]; }\n";
    const Emitted e(in_loop(
        "const double *q = w[1]; a[i] = w[0][i % 3] + q[i % 3] + first(w[1]) + p.k[2] * p.n + mine(i) + b[i];", types));
    CHECK(e.reason() == "");
    CHECK(e.has("struct values {\n    double v[2][3];\n};\n"));
    CHECK(e.has("(struct values w, __global char *hydra_b"));
    CHECK(e.has(" struct par p,"));
    CHECK(e.has("const double *q = w.v[1];\n"));
    CHECK(e.has("= w.v[0][i % 3] + q[i % 3] + hydra_fn_first(w.v[1]) + p.k[2] * p.n + hydra_fn_mine(i, w)"));
    CHECK(e.host_has("hydra_rt_pass_record(hydra_p, w, 48);"));
    CHECK(e.host_has("hydra_rt_pass_record(hydra_p, &p, sizeof p);"));
    CHECK(e.host_has(".by_value = hydra_by_value_"));
    CHECK(e.host_has(".by_variable = 1,"));
    const Emitted cuda(in_loop("a[i] = w[0][i % 3];", types), Target::cuda);
    CHECK(cuda.has("struct values w,"));
}

TEST_CASE("what a loop writes, what is large or volatile, and what has an address that counts are memory") {
    const auto by_value = [](const std::string& body, const std::string& before) {
        const Emitted e(in_loop(body, before));
        CHECK(e.reason() == "");
        return e.host_has(".by_value");
    };
    const std::string w = "static double w[3];\n";
    CHECK(by_value("a[i] = w[i % 3];", w));
    CHECK_FALSE(by_value("a[i] = w[i % 3];", w + "void g(void)\n{\n#pragma hydra parallel for\n"
                                                 "    for (int i = 0; i < 3; i++) w[i] = i;\n}\n"));
    CHECK_FALSE(by_value("a[i] = w[i % 3];", w + "void g(double *x)\n{\n#pragma hydra parallel for\n"
                                                 "    for (int i = 0; i < 3; i++) x[i] = i;\n}\n"
                                                 "void h(void) { g(w); }\n"));
    CHECK_FALSE(by_value("a[i] = w[i % 3];", w + "void h(void (*g)(double *)) { g(w); }\n"));
    CHECK_FALSE(by_value("a[i] = w[i % 3];", w + "double *rows[] = {w, 0};\n"));
    CHECK(
        by_value("a[i] = w[i % 3];", w + "#include <string.h>\nvoid h(const double *x) { memcpy(w, x, sizeof w); }\n"));
    CHECK_FALSE(by_value("if (i < 3) w[i] = a[i];", w));
    CHECK_FALSE(by_value("a[i] = w[i % 33];", "static double w[33];\n"));
    CHECK_FALSE(by_value("a[i] = w[i % 3];", "static volatile double w[3];\n"));
    CHECK_FALSE(by_value("const double *q = &w[i % 3]; a[i] = *q + (q - w);", w));
    CHECK_FALSE(by_value("a[i] = *at(i);", w + "static const double *at(int i) { return &w[i % 3]; }\n"));
    CHECK_FALSE(by_value("s.out[i % 3] = s.in[i % 3];", "static struct { double in[3], out[3]; } s;\n"));
    // One stands in nobody else's way.
    const Emitted both(
        in_loop("const double *q = &w[i % 3]; a[i] = *q + (q - w) + v[i % 3];", w + "static double v[3];\n"));
    CHECK(both.has("struct values v"));
    CHECK(both.has("__global double *w"));
}

TEST_CASE("values leave room for other parameters") {
    std::string before, sum = "0";
    for (int k = 0; k < 6; ++k) {
        before += "static double w" + std::to_string(k) + "[30];\n";
        sum += " + w" + std::to_string(k) + "[i % 30]";
    }
    const Emitted e(in_loop("a[i] = " + sum + ";", before));
    CHECK(e.reason() == "");
    CHECK(e.has("struct values w0"));
    CHECK(e.has("__global double *w5"));
}

TEST_CASE("functions are handed the file-scope variables that they name") {
    const Emitted e(in_loop("double limit = 2; a[i] = clip(b[i]) + limit;",
                            "double limit = 5, table[50];\n"
                            "static double clip(double x) { return x > limit ? limit + table[3] : x; }\n"));
    CHECK(e.reason() == "");
    CHECK(e.has("double hydra_fn_clip(double x, double limit, __global double *table)\n"));
    CHECK(e.has("double hydra_own_limit = 2"));
    CHECK(e.has("hydra_fn_clip(b[i], limit, table) + hydra_own_limit"));
    CHECK(e.host_has("hydra_rt_pass(hydra_p, &limit, sizeof limit);"));
}

TEST_CASE("rows whose length is known at run time are flat") {
    const Emitted e("static double at(int m, double (*x)[m], int i, unsigned j) { return x[i][j - 1]; }\n"
                    "void f(int n, int m, double (*a)[m], double (*c)[n][3])\n{\n#pragma hydra parallel for\n"
                    "    for (int i = 1; i < n - 1; i++)\n        for (int j = 1; j < m; j++)\n"
                    "            a[i][j] = at(m, a + 1, i, j) + c[i][j << 1][2] + *a[i + 1];\n}\n");
    CHECK(e.reason() == "");
    CHECK(e.has("double hydra_fn_at(int m, __global double *x, int i, unsigned int j)\n"));
    CHECK(e.has("x[i * ((long)(m)) + (j - 1)]")); // unsigned: wraps before it is widened
    CHECK(e.has("a[i * hydra_a_1 + j] = hydra_fn_at(m, (a + 1 * hydra_a_1), i, j)"));
    CHECK(e.has("__global double (*c)[3] = (__global double (*)[3])(hydra_b"));
    CHECK(e.has("c[i * hydra_c_1 + (j << 1)][2]"));
    CHECK(e.has("a[(i + 1) * hydra_a_1]"));
}

TEST_CASE("pointers in structs are found by their text, also through functions") {
    const Emitted e("struct grid { int n; double *u; };\n"
                    "static double get(const struct grid *g, int i) { return g->u[i] * g->n; }\n"
                    "void f(struct grid g, double *a)\n{\n#pragma hydra parallel for\n"
                    "    for (int i = 0; i < g.n; i++)\n        a[i] = get(&g, i) + g.u[i + 1];\n}\n");
    CHECK(e.reason() == "");
    CHECK(e.has("struct grid {\n    int n;\n    unsigned long u;\n};\n"));
    CHECK(e.has("double hydra_fn_get(const struct grid *g, int i, __global double *hydra_g_u)\n"));
    CHECK(e.has("a[i] = hydra_fn_get(&g, i, hydra_g_u) + hydra_g_u[i + 1]"));
}

TEST_CASE("types, constants and names that devices write otherwise") {
    const Emitted e(
        in_loop("_Bool even = i & 6; long long half = 3LL * i; even |= half > RED;\n"
                "        a[i] = even + half + w[i % 2] + __builtin_inf() + fabs(i);",
                "double fabs(double);\nenum color { GREEN, RED };\nstatic const double w[2] = {1.5, 2};\n"));
    CHECK(e.reason() == "");
    CHECK(e.has("uchar even = ((uchar)((i & 6) != 0));"));
    CHECK(e.has("long half_ = 3L * i;"));
    CHECK(e.has("(even = (even | (half_ > 1 /* RED */)) != 0);"));
    CHECK(e.has("__constant double hydra_table_w[2] = {1.5, ((double)(2))};"));
    CHECK(e.has("((double)INFINITY) + fabs(((double)(i)))"));
}

TEST_CASE("what no device runs stays on the host's cores, and says why") {
    const auto reason = [](const std::string& body, const std::string& before = "") {
        return Emitted(in_loop(body, before)).reason();
    };
    CHECK(reason("a[i] = i;") == "");
    CHECK(reason("a[i] = g(i);", "static int g(int x) { return x ? g(x - 1) : 1; }\n") == "'g' calls itself");
    CHECK(reason("long double x = i; a[i] = x;") == "'x' has type long double, which devices do not have");
    CHECK(reason("double own[n]; own[0] = i; a[i] = own[0];") == "'own' has a length that is known at run time only");
    CHECK(reason("again: a[i] += 1; if (a[i] < 5) goto again;") == "it jumps with goto");
    CHECK(reason("a[i] = strlen(i ? \"one\" : \"three\");", "unsigned long strlen(const char *);\n") ==
          "it calls 'strlen', which devices do not have");
    CHECK(reason("a[i] = h(i);", "double (*h)(int);\n") != "");
    const auto rows = [](const std::string& body) {
        return Emitted("void f(int n, double **m)\n{\n#pragma hydra parallel for\n    for (int i = 0; i < n; i++) {\n"
                       "        " +
                       body + "\n    }\n}\n");
    };
    CHECK(rows("m[i][0] = i;").reason() == "");
    CHECK(rows("m[i][0] = i;").has("((__global double *)hydra_follow(hydra_rows, m[i]))[0] = i;"));
    CHECK(rows("double *own[2]; own[0] = m[i]; own[0][0] = i;").reason() != "");
}

TEST_CASE("reductions and continue") {
    const Emitted e("double f(int n, const double *a, double *b)\n{\n    double s = 0;\n"
                    "#pragma hydra parallel for reduction(+ : s)\n    for (int i = 0; i < n; i++) {\n"
                    "        if (a[i] < 0) continue;\n        s += a[i];\n    }\n#pragma hydra parallel for\n"
                    "    for (int i = 0; i < n; i++) {\n        if (a[i] < 0) continue;\n        b[i] = a[i];\n    }\n"
                    "    return s;\n}\n",
                    Target::cuda);
    CHECK(e.reason() == "");
    CHECK(e.has("    double s = *(double *)(hydra_partial + hydra_at0);\n"));
    CHECK(e.has("    *(double *)(hydra_partial + hydra_at0) = s;\n"));
    CHECK(e.has("    do {\n        if (a[i] < 0) {\n            continue;\n"));
    CHECK(e.has("    } while (0);\n"));
    CHECK(e.has("extern \"C\" const void *const hydra_cuda_f_5;\n"));
    CHECK(e.host_has(".symbol = &hydra_cuda_f_5,"));
}

TEST_CASE("what keeps an element's value stores nothing, on GPUs") {
    const auto text = [](const std::string& stored) {
        return "void f(int n, double *a, float *b)\n{\n#pragma hydra parallel for\n    for (int i = 0; i < n; i++)\n   "
               "     " +
               stored + "\n}\n";
    };
    const Emitted less(text("a[i] = b[i] < a[i] ? b[i] + 1.0 : a[i];"), Target::cuda);
    CHECK(less.has("if (b[i] < a[i]) {\n            a[i] = b[i] + 1.0;\n"));
    const Emitted kept(text("if (n > 3) a[i] = a[i] > 0 ? a[i] : 1.0; else a[i] = 2;"), Target::cuda);
    CHECK(kept.has("if (!(a[i] > 0)) {"));
    const Emitted rounds(text("b[i] = b[i] < a[i] ? a[i] : b[i];"), Target::cuda); // what is stored is a double's value
    CHECK(rounds.has("b[i] = b[i] < a[i] ? a[i] : b[i];"));
    const Emitted opencl(text("a[i] = b[i] < a[i] ? b[i] + 1.0 : a[i];"));
    CHECK(opencl.has("a[i] = b[i] < a[i] ? b[i] + 1.0 : a[i];"));
}

TEST_CASE("rounds of inner loops are dealt out along dimensions of their own") {
    const auto text = [](const std::string& head) {
        return "void f(int n, double (*a)[n], double (*b)[n])\n{\n#pragma hydra parallel for\n"
               "    for (int i = 0; i < n; i++)\n        for (" +
               head + ")\n            b[i][j] = a[i][j];\n}\n";
    };
    const Emitted e(text("int j = 1; j < n - 1; j++"));
    CHECK(e.reason() == "");
    CHECK(e.has("long hydra_count,\n        long hydra_parts0, long hydra_rounds_from, long hydra_rounds_to)"));
    CHECK(e.has("const long hydra_part0 = (long)get_global_id(0);\n    const long hydra_n = (long)get_global_id(1);\n"
                "    if (hydra_part0 >= hydra_parts0 || hydra_n >= hydra_count) {"));
    CHECK(e.has("const long hydra_first0 = (long)(int)(1), hydra_stop0 = (long)(n - 1);"));
    CHECK(e.has("hydra_from0 = hydra_first0 > hydra_rounds_from ? hydra_first0 : hydra_rounds_from;"));
    CHECK(e.has("hydra_to0 = hydra_stop0 < hydra_rounds_to ? hydra_stop0 : hydra_rounds_to;"));
    CHECK(e.has("hydra_all0 = (hydra_from0 < hydra_to0 ? hydra_to0 - hydra_from0 : 0);"));
    CHECK(e.has("#if HYDRA_ROUNDS_IN_TURN\n        for (long hydra_round0 = hydra_part0; hydra_round0 < hydra_all0; "
                "hydra_round0 += hydra_parts0) {\n            int j = (int)(hydra_from0 + hydra_round0);\n#else\n"));
    CHECK(e.has("        for (int j = (int)(hydra_from0 + 0); j < hydra_last0; j += 1) {\n#endif\n"));
    CHECK(e.host_has("hydra_rounds[0] = ((long)((1)) < (long)((hydra_c->n) - (1)) ? "));
    CHECK(e.host_has(".loop = {{1, 0}, {0, 0}},"));
    CHECK(e.host_has("hydra_family_f_4[] = {0, 1};"));

    const Emitted down(text("long j = n - 1; j >= i; j -= 3"), Target::cuda);
    CHECK(down.has("const long hydra_part0 = (long)(blockIdx.x) * blockDim.x + threadIdx.x;"));
    CHECK(down.has("const long hydra_n = (long)(blockIdx.y + gridDim.y * blockIdx.z) * blockDim.y + threadIdx.y;"));
    CHECK(down.has("(hydra_to0 <= hydra_from0 ? (hydra_from0 - hydra_to0 + 3) / 3 : 0)"));
    CHECK(down.has("        #pragma unroll 1\n        for (long hydra_round0 = hydra_part0; "));
    CHECK(down.has("            long j = (long)(hydra_from0 - hydra_round0 * 3);"));
    CHECK(down.has("const unsigned int hydra_x = (unsigned int)hydra_lo + (hydra_count <= hydra_length ? "));
    CHECK(down.host_has("((int)(hydra_x))"));

    const Emitted wraps(text("unsigned j = 4294967270u; j < n; j++")); // C compares with n as an unsigned number
    CHECK(wraps.has("0 = (long)((long)(unsigned)(n));"));
}
