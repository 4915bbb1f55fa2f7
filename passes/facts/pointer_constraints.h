// The graph of what a program's pointers point to, from its expressions (see points_to.h for what is taken for granted,
// pointer_graph.h for the graph).
#pragma once
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "passes/facts/fresh_pointers.h"
#include "passes/facts/library.h"
#include "passes/facts/pointer_graph.h"

namespace hydra::passes {

class PointerConstraints {
  public:
    using Node = PointerGraph::Node;
    using Object = PointerGraph::Object;
    using Field = PointerGraph::Field;
    // Where an lvalue is: `at` points to it, or to the record whose member it is; or it is a variable.
    struct Where {
        Node at = PointerGraph::none;
        Field member = PointerGraph::inside;
        std::optional<Object> variable = {};
    };

    PointerConstraints(const ir::Program& program, const Summary& summary);
    // Reads the program from where it begins, and what others may call. False: it has something that is not understood.
    bool read();

    [[nodiscard]] PointerGraph& graph() { return graph_; }
    // By expressions, in all ways in which their function is called.
    [[nodiscard]] const std::vector<Where>* places_of(const ir::Expr& lvalue) const;
    [[nodiscard]] const std::vector<Node>* values_of(const ir::Expr& expr) const;
    [[nodiscard]] std::vector<Object> objects_of(const ir::VarDecl& variable) const;

  private:
    // A function as it is called in one way, or in all ways that are not told apart.
    struct Instance {
        const ir::FunctionDecl* function = nullptr;
        std::map<const ir::VarDecl*, Object> variables;
        std::map<const ir::Expr*, Object> made; // where calls allocate, and literals
        Node result = PointerGraph::none;       // what it returns; of a record, where that is
        int depth = 0;
    };

    // ---- types ----
    int record(ir::TypeRef type);
    // `inside`: the member is a record itself.
    Field field(ir::TypeRef type, const ir::Member& member);
    Field field(const ir::TagDecl& tag, std::size_t index);
    const std::vector<Field>& fields(ir::TypeRef type);

    // ---- the program ----
    void begin();
    [[nodiscard]] bool names_what_links() const;
    void call_from_outside(const ir::FunctionDecl& function);
    void find_allocating();
    Instance& instance(const ir::FunctionDecl& function, const ir::Expr* call);
    Object object(const ir::VarDecl* variable);
    Object made(const ir::Expr& expr);
    Node pointer_to(Object object);

    // ---- statements and expressions ----
    void run(const ir::Stmt& stmt);
    Node eval(const ir::Expr& expr); // of a record: a pointer to it
    Node find_value(const ir::Expr& expr);
    Node eval_unary(const ir::Expr& expr, const ir::Unary& unary);
    Node eval_binary(const ir::Expr& expr, const ir::Binary& binary);
    Node eval_cast(const ir::Cast& cast);
    Node eval_block(const ir::Stmt& body);
    Where where(const ir::Expr& lvalue);
    Where find_where(const ir::Expr& lvalue);
    Where where_of(const ir::VarDecl& variable);
    Where member(const ir::Member& member);
    Node address(const Where& where);
    Node load(const Where& where);
    void store(const Where& where, Node value, bool unique);
    void assign(const Where& where, ir::TypeRef type, const ir::Expr& value);
    void copy_record(ir::TypeRef type, Node from, Node to, bool moves = false);
    void mix(Node to, const ir::Expr& init);
    void initialise(const Where& where, ir::TypeRef type, const ir::Expr& init);
    Node joined(Node a, Node b, PointerGraph::Step step = PointerGraph::Step::same);

    // ---- calls (pointer_calls.cpp) ----
    Node eval_call(const ir::Expr& expr, const ir::Call& call);
    Node call_body(const ir::Expr& expr, const std::vector<Node>& args, const ir::FunctionDecl& body);
    Node call_library(const ir::Expr& expr, const ir::Call& call, const std::vector<Node>& args,
                      const ir::FunctionDecl& callee, const LibraryEffect& effect);
    Node call_unknown(const ir::Expr& expr, const std::vector<Node>& args);
    Node fresh_result(const ir::Expr& expr, const ir::Call& call, const std::vector<Node>& args,
                      const LibraryEffect& effect);
    Node all_of(const std::vector<Node>& args);
    Node contents(Node arg, const ir::Expr& expr);
    void pass_on(const ir::Call& call, const std::vector<Node>& args, const LibraryEffect& effect, std::size_t to,
                 Node given);
    bool copies_records(const ir::Call& call, const std::vector<Node>& args, const LibraryEffect& effect);
    bool is_alone(ir::TypeRef type);
    void call_back(const ir::Call& call, const std::vector<Node>& args, const LibraryEffect& effect);
    void pass_contents(const ir::Call& call, const std::vector<Node>& args, const LibraryEffect& effect);

    const ir::Program& program_;
    const Summary& summary_;
    FreshPointers fresh_;
    PointerGraph graph_;
    std::map<std::string, int> records_;                  // by name
    std::map<std::pair<int, std::string>, Field> fields_; // by record
    std::map<const ir::TagDecl*, int> record_of_;
    std::map<int, std::set<int>> parts_; // records in records
    std::map<const ir::TagDecl*, std::vector<Field>> fields_of_;
    std::map<const ir::VarDecl*, Object> static_objects_;
    std::map<Object, Node> pointers_;
    std::set<const ir::FunctionDecl*> allocating_, recursive_;
    std::deque<Instance> instances_;
    std::map<std::pair<const ir::FunctionDecl*, std::pair<const Instance*, const ir::Expr*>>, Instance*> known_;
    std::vector<Instance*> to_read_;
    Instance* current_ = nullptr;
    std::map<const ir::Expr*, std::vector<Where>> places_;
    std::map<const ir::Expr*, std::vector<Node>> values_;
    Node arguments_ = PointerGraph::none; // behind `...`
    Node exposed_ = PointerGraph::none;   // pointers that have been made numbers
    bool is_understood_ = true;
};

} // namespace hydra::passes
