// What pointers may point to, as a graph: nodes are sets of places, edges say which set is part of which other one
// (Andersen, "Program Analysis and Specialization for the C Programming Language", 1994, chapter 4). It knows nothing
// of C: pointer_constraints.h makes the graph of a program.
#pragma once
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace hydra::passes {

class PointerGraph {
  public:
    using Node = int;
    using Object = int;
    // A member of a record type, or what is accessed without one.
    using Field = int;
    static constexpr Node none = -1;    // a value that leads nowhere
    static constexpr Field begin = -2;  // of an object: where it begins
    static constexpr Field inside = -1; // somewhere in it
    // Where a pointer points: to the begin of an object, into it, or into the member of it that is a Field.
    struct Place {
        Object object;
        Field field;
        auto operator<=>(const Place&) const = default;
    };
    // How a pointer becomes another one: it stays; it goes on by some elements; it gets another type.
    enum class Step { same, moved, recast };

    // record: the type that has the member.
    Field add_field(int record);
    // It is no array: what lies beside it is another member.
    void make_scalar(Field field) { scalar_[at(field)] = true; }
    // Both are one from now on: members of a union.
    void unite_fields(Field a, Field b);
    // An object may be of a record type and of those that such a record consists of. Otherwise its members are not told
    // apart.
    int add_record();
    void add_part(int record, int part);

    Object add_object();
    Node add_node();
    // The value that is stored in the object, one that has no members.
    Node content(Object object);
    // What nobody knows may store into it all that it knows, and keeps what it finds there.
    void make_foreign(Object object);

    void point(Node from, Place to);
    // A variable gets a value; unique: as for store().
    void set(Object variable, Node value, bool unique);
    void copy(Node from, Node to, Step step = Step::same);
    // to: gets the address of the member of what `from` points to.
    void address(Node from, Field member, Node to);
    // The values in what `from` points to; member: `inside` where it is the pointer that tells.
    void load(Node from, Field member, Node to);
    // unique: no other cell of memory gets the same pointer.
    void store(Node value, Node to, Field member, bool unique);
    // The members of what it points to are not told apart: somebody goes from one to another.
    void make_one(Node pointer);
    // The cells in what `from` points to are moved to where `to` does, and are no more where they were.
    void move(Node from, Node to, Field member);
    // to: gets what both point to, unless that is one object. (A number which leads from one object to another one.)
    void difference(Node a, Node b, Node to);

    // Makes all sets as large as they have to be. False: it would take too long, and nothing is known.
    bool solve();

    // Once solved:
    [[nodiscard]] const std::set<Place>& places(Node node) const;
    // Whether no two cells of memory hold pointers to the same of the blocks that the object stands for.
    [[nodiscard]] bool is_held_once(Object object) const { return !held_elsewhere_.contains(object); }
    // The objects whose cells hold pointers to it.
    [[nodiscard]] const std::set<Object>& holders(Object object) const;
    [[nodiscard]] bool is_foreign(Object object) const { return foreign_ != none_object && is_foreign_[at(object)]; }
    [[nodiscard]] Object foreign() const { return foreign_; }

  private:
    static constexpr Object none_object = -1;
    struct Edge {
        enum class Kind { copy, address, load, store, one, escape } kind;
        Node other;
        Step step;
        Field member;
        bool unique;
        auto operator<=>(const Edge&) const = default;
    };
    struct NodeState {
        std::set<Place> places;
        std::vector<Place> added; // not yet handed on
        std::set<Edge> edges;
    };
    struct ObjectState {
        // Values by member; `inside`: by none. Of each two nodes: the values, and those of them that other cells may
        // hold, too.
        std::map<Field, std::pair<Node, Node>> values;
        std::set<int> records; // whose members are accessed
        bool is_one = false;   // members are not told apart
    };
    struct Difference {
        Node a, b, to;
        bool counts = false;
    };

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    [[nodiscard]] Node top(Node node) const;
    [[nodiscard]] Field top_field(Field field) const;
    std::pair<Node, Node> values(Object object, Field field);
    void join_members(Object object);
    [[nodiscard]] bool fit(const ObjectState& state, int record) const;
    void merge(Node kept, Node gone);
    void add_edge(Node from, const Edge& edge);
    void add(Node node, const Place& place);
    void hand_on(const Place& place, const Edge& edge);
    [[nodiscard]] Place after(const Place& place, Step step) const;
    void run();
    bool count_differences();
    void find_holders();

    std::vector<NodeState> nodes_;
    std::vector<Node> up_;
    std::vector<ObjectState> objects_;
    std::vector<Field> field_up_;
    std::vector<int> record_of_;
    std::vector<bool> scalar_;
    std::vector<std::set<int>> parts_; // of records, themselves included
    std::vector<Difference> differences_;
    std::vector<Node> waiting_;
    std::vector<bool> is_foreign_; // by object, once solved
    Object foreign_ = none_object;
    std::set<Object> held_elsewhere_;
    std::map<Object, std::set<Object>> holders_;
    std::size_t steps_ = 0;
};

} // namespace hydra::passes
