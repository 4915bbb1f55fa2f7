// The text form holds all of a program: what the passes make of real ones is read back as it was, and printed alike.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "analysed.h"
#include "ir/host_expr.h"
#include "ir/parse.h"
#include "ir/print.h"

using namespace hydra;

namespace {

using Files = std::vector<std::filesystem::path>;

// Whether a program is compiled with options of its own, which are not given here.
bool needs_options(const Files& files) {
    return std::any_of(
        files.begin(), files.end(),
        [](const auto& file) {
            std::ifstream in(file);
            std::string line;
            for (int i = 0; i < 5 && std::getline(in, line); ++i)
                if (line.starts_with("// gcc:"))
                    return true;
            return false;
        });
}

// The samples and test programs, each as its C files, in the order of their names.
std::vector<Files> programs() {
    const auto root = std::filesystem::path(HYDRA_TEST_FOLDER) / ".." / "..";
    std::vector<Files> all;
    for (const auto* folder : {"samples", "tests/programs"})
        for (const auto& entry : std::filesystem::directory_iterator(root / folder)) {
            Files files;
            if (entry.path().extension() == ".c")
                files.push_back(entry.path());
            else if (entry.is_directory())
                for (const auto& part : std::filesystem::directory_iterator(entry))
                    if (part.path().extension() == ".c")
                        files.push_back(part.path());
            std::sort(files.begin(), files.end());
            if (!files.empty() && !needs_options(files))
                all.push_back(std::move(files));
        }
    std::sort(all.begin(), all.end());
    return all;
}

void check_round_trip(const ir::Program& program, std::string_view pass) {
    const ir::TreeNames names(program.units);
    const std::string text = ir::print(program, names);
    CAPTURE(pass);
    const ir::Program read = ir::parse(text, names);
    CHECK(ir::print(read, names) == text);
    CHECK((read.kernels == program.kernels));
    CHECK((read.sites == program.sites));
    CHECK((read.functions == program.functions));
    CHECK((read.static_arrays == program.static_arrays));
    CHECK((read.accessors == program.accessors));
    CHECK((read.overruns == program.overruns));
}

// Calls f on every expression in the statement.
void for_each_expression(const ir::Stmt& stmt, const std::function<void(const ir::Expr&)>& f) {
    const std::function<void(const ir::Expr&)> visit = [&](const ir::Expr& expr) {
        f(expr);
        ir::for_each_child(expr, visit);
    };
    ir::for_each_child(stmt, visit, [&](const ir::Stmt& child) { for_each_expression(child, f); });
}

} // namespace

TEST_CASE("every expression of a program can be a host expression, which has its text and is read back") {
    const std::vector<Files> all = programs();
    for (std::size_t i = 0; i < all.size(); i += 20) {
        CAPTURE(all[i].front().string());
        const Checked source(all[i]);
        const ir::TreeNames names(source.program.units);
        const auto check = [&](const ir::Expr& expr) {
            const auto host = ir::HostExpr::of(expr);
            CHECK(host.text() == ir::print_c(expr));
            const std::string text = host.text([&](const ir::Expr& node) { return names.name(&node, {}); });
            CHECK(ir::HostExpr::parse(text, [&](auto name) { return names.expression(name, {}); }) == host);
        };
        for (const auto& unit : source.program.units)
            for (const ir::FunctionDecl& function : unit->functions)
                if (function.body && function.in_user_file)
                    for_each_expression(*function.body, check);
    }
}

TEST_CASE("programs go round through their text, behind every pass") {
    const std::vector<Files> all = programs();
    const char* every = std::getenv("HYDRA_ROUND_TRIP_EVERY"); // by default so many programs that it is quick
    const std::size_t step = every != nullptr ? std::strtoul(every, nullptr, 10) : 20;
    std::size_t checked = 0;
    for (std::size_t i = 0; i < all.size(); i += std::max<std::size_t>(step, 1)) {
        CAPTURE(all[i].front().string());
        Checked source(all[i]);
        if (source.diagnostics.has_errors())
            continue; // a test of something else, which needs options
        ++checked;
        passes::PipelineOptions options;
        options.devices = i % 2 == 0;
        options.after_pass = [&](std::string_view pass, const ir::Program& program, double) {
            check_round_trip(program, pass);
        };
        CHECK_NOTHROW(passes::run_pipeline(source.program, source.sources, source.diagnostics, options));
    }
    CHECK(checked * step * 10 > all.size() * 9);
}
