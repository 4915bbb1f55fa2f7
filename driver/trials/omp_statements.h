// Which statement a directive's line speaks of, and what runs as a part of it.
#pragma once
#include <functional>
#include <vector>

#include "driver/trials/omp_meaning.h"
#include "ir/program.h"

namespace hydra::driver {

class Statements {
  public:
    explicit Statements(const ir::Program& program);
    // The first statement behind the line, the outermost of those that begin there.
    void find(Spoken& spoken) const;

  private:
    struct Entry {
        const ir::Stmt* stmt;
        const ir::FunctionDecl* function;
    };
    void visit(const ir::Stmt& stmt, const ir::FunctionDecl& function);
    std::vector<Entry> all_;
};

// The calls in a statement of functions that are named.
void for_each_call(const ir::Stmt& stmt, const std::function<void(const ir::Expr&, const ir::FunctionDecl&)>& use);
// The text of the functions that a statement calls, themselves or through others.
std::vector<support::SourceRange> functions_called(const ir::Program& program, const ir::Stmt& stmt);

} // namespace hydra::driver
