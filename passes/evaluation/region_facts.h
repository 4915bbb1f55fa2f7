// The region that a symbolic run looks at: its text and options, whose its variables are, and how it stores to cells.
#pragma once
#include <map>
#include <tuple>

#include "passes/evaluation/region_options.h"

namespace hydra::passes {

class RegionFacts {
  public:
    RegionFacts(const Summary& summary, RegionOptions options);

    // Takes what the region changes and declares. One of the two, or none; the others null.
    void begin(const ir::Stmt* statement, const ir::Expr* expression);

    [[nodiscard]] const Summary& summary() const { return summary_; }
    [[nodiscard]] const RegionOptions& options() const { return options_; }
    [[nodiscard]] bool kernel() const { return options_.kernel; }
    [[nodiscard]] const ir::Stmt* statement() const { return statement_; }
    [[nodiscard]] const ir::Expr* expression() const { return expression_; }

    // Whether the variable is none of the region's own: those that it declares, parameters of what is run through,
    // privates.
    [[nodiscard]] bool is_outer(const ir::VarDecl* variable) const { return !own_.contains(variable); }
    // False where it was the region's own already.
    bool add_own(const ir::VarDecl* variable) { return own_.insert(variable).second; }
    void add_own(const Variables& variables) { own_.insert(variables.begin(), variables.end()); }
    void remove_own(const ir::VarDecl* variable) { own_.erase(variable); }

    // Whether the variable keeps its value while the region runs.
    [[nodiscard]] bool is_fixed(const ir::VarDecl* variable) const {
        return !changed_.contains(summary_.canonical(variable)) && !changed_.contains(variable);
    }
    // Whether a pointer in a struct variable stays as it is, though other members may change: nothing that runs here
    // stores pointers, or whole structs, where it stands.
    [[nodiscard]] bool is_fixed_member(const ir::Expr& member, const ir::VarDecl* variable);
    void note_changed(const ir::VarDecl* variable) { changed_.insert(variable); }
    void note_changed(const Variables& variables) { changed_.insert(variables.begin(), variables.end()); }
    // While it lasts, these change, too; what else is noted meanwhile is forgotten with it.
    class AlsoChanged {
      public:
        AlsoChanged(RegionFacts& region, Variables variables);
        ~AlsoChanged() { region_.changed_ = std::move(before_); }
        AlsoChanged(const AlsoChanged&) = delete;
        AlsoChanged& operator=(const AlsoChanged&) = delete;

      private:
        RegionFacts& region_;
        Variables before_;
    };

    // How the region may store into the cell that the expression names.
    Summary::CellStores stores_to(const ir::Expr& cell);
    // Whether it may store objects of the type.
    [[nodiscard]] bool may_store(ir::TypeRef type) const;
    // Whether the site may store pointers before it has loaded all that it loads. A single assignment or call does
    // not.
    [[nodiscard]] bool stores_pointers_early() const;

  private:
    const Summary& summary_;
    RegionOptions options_;
    const ir::Stmt* statement_ = nullptr;
    const ir::Expr* expression_ = nullptr;
    Variables changed_; // outside variables that the region changes
    Variables own_;
    // By member, type and variable.
    std::map<std::tuple<std::string, ir::TypeRef, const ir::VarDecl*>, Summary::CellStores> cell_stores_;
};

} // namespace hydra::passes
