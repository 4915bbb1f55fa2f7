// `#pragma omp` lines (OpenMP 5.0, sections 2.9 to 2.19): the words of the directive, and its clauses as they are
// written. What they mean for a program that ranks share out is decided where all loops are known (driver/omp_loops.h).
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hydra::frontend {

struct OmpClause {
    std::string name;               // "private"
    std::string op;                 // of reduction: "+", "max", or a name of the program's own
    std::vector<std::string> items; // what the list names, as written: "x", "a[0:n]"
};

struct OmpDirective {
    std::vector<std::string> words; // "parallel", "for"
    std::vector<OmpClause> clauses;

    [[nodiscard]] bool has(std::string_view word) const;
    [[nodiscard]] bool has_clause(std::string_view name) const;
    // The loop behind it is shared out: `for`, `distribute`, `loop`, and what they are combined with.
    [[nodiscard]] bool shares_loop() const;
    // The statement behind it runs with variables of its own.
    [[nodiscard]] bool opens_region() const;
    // Iterations of a loop around it exclude each other here, or follow one another.
    [[nodiscard]] bool synchronises() const;
    [[nodiscard]] std::string text() const; // "omp parallel for"
};

// The line without `#pragma` in front is no directive of OpenMP: nothing.
std::optional<OmpDirective> read_omp_line(std::string_view line);

} // namespace hydra::frontend
