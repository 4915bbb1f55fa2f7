// `#pragma omp` lines (OpenMP 5.0, sections 2.9 to 2.19) and `#pragma acc` lines (OpenACC 2.7, chapter 2): the words of
// the directive, and its clauses as they are written. What they mean for a program that ranks share out is decided
// where all loops are known (driver/trials/omp_loops.h).
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
    bool acc = false;
    std::vector<std::string> words; // "parallel", "for"
    std::vector<OmpClause> clauses;

    [[nodiscard]] bool has(std::string_view word) const;
    [[nodiscard]] bool has_clause(std::string_view name) const;
    // The loop behind it is shared out: `for`, `distribute`, `loop`, and what they are combined with; in OpenACC,
    // `loop` but for `seq`, and what `kernels` stands before.
    [[nodiscard]] bool shares_loop() const;
    // Nobody says that its iterations are independent: that has to be proved.
    [[nodiscard]] bool wants_proof() const { return acc && has("kernels") && !has_clause("independent"); }
    // The statement behind it runs with variables of its own.
    [[nodiscard]] bool opens_region() const;
    // Iterations of a loop around it exclude each other here, or follow one another.
    [[nodiscard]] bool synchronises() const;
    [[nodiscard]] std::string text() const; // "omp parallel for", "acc loop"
};

// Nothing where the line is no directive of either.
std::optional<OmpDirective> read_omp_line(std::string_view line);

} // namespace hydra::frontend
