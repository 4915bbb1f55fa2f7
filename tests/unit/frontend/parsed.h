// For the front end's unit tests: a text written to a folder of its own, preprocessed by the native compiler, parsed.
#pragma once
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "frontend/directive/loop_check.h"
#include "frontend/parse.h"

namespace hydra::test {

struct Parsed {
    support::SourceManager sources;
    support::Diagnostics diagnostics{sources};
    std::unique_ptr<ir::TranslationUnit> unit;

    explicit Parsed(const std::string& text) {
        std::string name = (std::filesystem::temp_directory_path() / "hydraparseXXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        std::string path = name + "/t.c";
        std::ofstream(path, std::ios::binary) << text;
        frontend::Preprocessed input = frontend::preprocess(path, {}, sources);
        frontend::PositionMap positions(input, sources);
        unit = frontend::parse(input, positions, sources, diagnostics);
        frontend::check_parallel_loops({&unit, 1}, diagnostics);
        std::filesystem::remove_all(name);
    }

    // All diagnostics in the order of the text, as "line:column: message".
    [[nodiscard]] std::string messages() const {
        std::string result, rendered = diagnostics.render();
        for (std::size_t at = 0; at < rendered.size();) {
            std::size_t end = std::min(rendered.find('\n', at), rendered.size());
            std::string line = rendered.substr(at, end - at);
            at = end + 1;
            auto start = line.find("t.c:");
            if (start == std::string::npos || line[0] == ' ')
                continue;
            line = line.substr(start + 4);
            if (auto severity = line.find(": error: "); severity != std::string::npos)
                line.replace(severity, 9, ": ");
            result += line + "\n";
        }
        return result;
    }
    [[nodiscard]] const ir::VarDecl& global(const std::string& name) const {
        REQUIRE(unit != nullptr);
        for (const auto& variable : unit->globals)
            if (variable.name == name)
                return variable;
        FAIL("no variable " << name);
        return unit->globals.front();
    }
    [[nodiscard]] const ir::FunctionDecl& function(const std::string& name) const {
        REQUIRE(unit != nullptr);
        for (const auto& function : unit->functions)
            if (function.name == name)
                return function;
        FAIL("no function " << name);
        return unit->functions.front();
    }
    // The nth statement of a function's body.
    [[nodiscard]] const ir::Stmt& statement(const std::string& name, std::size_t n) const {
        return *function(name).body->as<ir::Compound>()->items.at(n);
    }
    [[nodiscard]] const ir::Expr& expression(const std::string& name, std::size_t n) const {
        const auto* node = statement(name, n).as<ir::ExprStmt>();
        REQUIRE(node != nullptr);
        return *node->expr;
    }
};

// The type of an expression inside a function with some variables of all kinds.
inline std::string type_of(const std::string& expression) {
    Parsed parsed(
        "struct P { char c; double d[4]; struct { int deep; }; unsigned b5 : 5; unsigned b32 : 32; };\n"
        "enum E { ea, eb }; enum N { na = -1 };\n"
        "float _Complex z;\n"
        "void f(char c, short s, unsigned short us, int i, unsigned u, long l, unsigned long ul, long long ll,\n"
        "       float x, double d, long double ld, int *p, const char *q, double (*a)[7], struct P st,\n"
        "       struct P *ps, enum E e, enum N n, void *v, int (*fp)(double), _Bool b) {\n" +
        expression + ";\n}\n");
    CHECK(parsed.messages() == "");
    // The statement's value decays; that conversion is not the expression's own.
    const ir::Expr* whole = &parsed.expression("f", 0);
    if (const auto* cast = whole->as<ir::Cast>(); cast != nullptr && cast->implicit)
        whole = cast->operand.get();
    return ir::declare(whole->type, "");
}

} // namespace hydra::test
