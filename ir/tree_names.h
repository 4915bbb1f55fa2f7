// Names for the nodes of the C trees in the program's text form: what stands there instead of a pointer.
//
//     statement, expression   12          the twelfth of the function that the text speaks of, in tree order, from 0
//                             work:12     of another function; of no function (initialisers at file scope): `0:12`, the
//                                         unit's number in front
//     variable, function      a           the nearest one that is called so: of the function, of its unit's file scope,
//     of
//                             a#2         other units', of other functions; the second in that order
//     type                    "double *"  as C writes it
//                             "struct p"#2 the second of the program's that C writes alike
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/tree.h"

namespace hydra::ir {

// Numbers all nodes of the units once; the units must outlive it, and not change.
class TreeNames {
  public:
    using Units = std::vector<std::unique_ptr<TranslationUnit>>;
    explicit TreeNames(const Units& units);

    // What the text speaks of: names are the shortest there.
    struct Place {
        int unit = 0;
        const FunctionDecl* function = nullptr;
    };
    // The name of what is not null; "?" for what is in no tree.
    [[nodiscard]] std::string name(const Stmt* statement, const Place& place) const;
    [[nodiscard]] std::string name(const Expr* expression, const Place& place) const;
    [[nodiscard]] std::string name(const VarDecl* variable, const Place& place) const;
    [[nodiscard]] std::string name(const FunctionDecl* function, const Place& place) const;
    [[nodiscard]] std::string name(TypeRef type, const Place& place) const; // with its quotes

    // What has the name; null: nothing.
    [[nodiscard]] const Stmt* statement(std::string_view name, const Place& place) const;
    [[nodiscard]] const Expr* expression(std::string_view name, const Place& place) const;
    [[nodiscard]] const VarDecl* variable(std::string_view name, const Place& place) const;
    [[nodiscard]] const FunctionDecl* function(std::string_view name, const Place& place) const;
    [[nodiscard]] TypeRef type(const std::string& text, std::size_t which) const; // which: from 1

  private:
    // The nodes of one function, or of what stands in none, in tree order.
    struct Owner {
        int unit = 0;
        const FunctionDecl* function = nullptr;
        std::vector<const Stmt*> statements;
        std::vector<const Expr*> expressions;
    };
    struct Known {
        int unit = 0;
        const FunctionDecl* function = nullptr; // that has the variable; null: file scope
        const VarDecl* variable = nullptr;
    };
    using Spot = std::pair<std::size_t, std::size_t>; // index of the owner, of the node there

    void add(const Stmt& statement, std::size_t owner);
    void add(const Expr& expression, std::size_t owner);
    void add(const VarDecl& variable, std::size_t owner);
    void declare_variable(const VarDecl& variable, std::size_t owner);
    void add(TypeRef type); // and what it is made of
    [[nodiscard]] std::string spot_name(const Spot& spot, const Place& place) const;
    [[nodiscard]] std::pair<const Owner*, std::size_t> spot(std::string_view name, const Place& place) const;
    [[nodiscard]] std::vector<const VarDecl*> called(const std::string& name, const Place& place) const;

    const Units& units_;
    std::vector<Owner> owners_;
    std::unordered_map<const Stmt*, Spot> statements_;
    std::unordered_map<const Expr*, Spot> expressions_;
    std::unordered_map<const FunctionDecl*, std::size_t> owner_of_;
    std::map<std::string, std::vector<Known>> variables_;               // by name
    std::map<std::string, std::vector<const FunctionDecl*>> functions_; // by name, those with a body first
    std::set<TypeRef> types_seen_;
    std::map<std::string, std::vector<TypeRef>> types_; // by text
};

} // namespace hydra::ir
