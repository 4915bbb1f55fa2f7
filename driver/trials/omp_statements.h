// Which statement a directive's line speaks of.
#pragma once
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

} // namespace hydra::driver
