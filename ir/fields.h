// The fields of every struct of the program, by name, once: printing, parsing and whatever else goes through all of
// them use these lists. A field that its list lacks is an error of the compiler's: see list().
#pragma once
#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ir/program.h"

namespace hydra::ir {

// A field as the text form calls it; of a list of structs, which stands there one by one, the name of one of them.
template <class Struct, class Value, bool Head> struct FieldOf {
    std::string_view name;
    Value Struct::*member;
    static constexpr bool is_head = Head; // stands first, without its name, whatever its value
};

template <class Struct, class Value> constexpr FieldOf<Struct, Value, true> head(Value Struct::*member) {
    return {"", member};
}
template <class Struct, class Value>
constexpr FieldOf<Struct, Value, false> field(std::string_view name, Value Struct::*member) {
    return {name, member};
}

namespace detail {

// What any field can be initialised with, where nothing is evaluated.
struct Anything {
    template <class T> operator T() const; // NOLINT: implicit, as an initialiser must be
};

// How many fields an aggregate has: as many as may be initialised.
template <class Struct, class... Values> consteval std::size_t field_count() {
    if constexpr (requires { Struct{Values{}..., Anything{}}; })
        return field_count<Struct, Values..., Anything>();
    else
        return sizeof...(Values);
}

} // namespace detail

template <class Struct, class... Values, bool... Heads> consteval auto list(FieldOf<Struct, Values, Heads>... fields) {
    static_assert(detail::field_count<Struct>() == sizeof...(Values), "the list lacks a field of the struct");
    return std::tuple{fields...};
}

// The list of a struct's fields, in the order in which they are printed; of what is no such struct, nullptr.
template <class T> inline constexpr auto fields = nullptr;
template <class T>
concept HasFields = !std::is_same_v<decltype(fields<T>), const std::nullptr_t>;

// ---- words for the values of enumerations, in their order ----------------------------------------------------------

template <class E> inline constexpr auto words = nullptr;
template <> inline constexpr std::array words<AccessKind>{"read", "write", "may_write", "reduce"};
template <> inline constexpr std::array words<Access::Form>{"box", "rows", "whole", "everything", "found"};
template <> inline constexpr std::array words<Slot::Role>{"only", "coarse", "fine"};
template <> inline constexpr std::array words<Movement::Kind>{"unknown", "own", "neighbour", "all", "elsewhere"};

// ---- what is touched -----------------------------------------------------------------------------------------------

template <>
inline constexpr auto fields<Key> = list(head(&Key::name), field("host", &Key::host),
                                         field("variable", &Key::is_variable), field("natural", &Key::natural),
                                         field("limit", &Key::limit), field("shown", &Key::shown));

template <>
inline constexpr auto
    fields<Slot> = list(head(&Slot::name), field("host", &Slot::host), field("variable", &Slot::variable),
                        field("elem", &Slot::elem), field("lengths", &Slot::lengths), field("found", &Slot::found),
                        field("role", &Slot::role), field("element", &Slot::element),
                        field("subscripts", &Slot::subscripts), field("member_bytes", &Slot::member_bytes),
                        field("behind_record", &Slot::behind_record), field("by_value", &Slot::by_value),
                        field("tables", &Slot::tables), field("skew", &Slot::skew), field("objects", &Slot::objects),
                        field("begins", &Slot::begins), field("root", &Slot::root),
                        field("held_once", &Slot::held_once));

template <>
inline constexpr auto
    fields<Movement> = list(head(&Movement::kind), field("dim", &Movement::dim),
                            field("subscript", &Movement::subscript), field("distance", &Movement::distance),
                            field("nearer", &Movement::nearer), field("everywhere", &Movement::everywhere),
                            field("other", &Movement::other));

template <>
inline constexpr auto fields<Mention> = list(head(&Mention::text), field("kind", &Mention::kind),
                                             field("reason", &Mention::reason), field("earlier", &Mention::earlier),
                                             field("range", &Mention::range));

template <>
inline constexpr auto fields<Access> = list(
    head(&Access::kind), head(&Access::slot), head(&Access::text), head(&Access::form), field("bounds", &Access::box),
    field("rows", &Access::rows), field("stage", &Access::stage), field("guard", &Access::guard),
    field("row", &Access::row), field("each", &Access::each), field("index", &Access::index),
    field("index_of_writes", &Access::index_of_writes), field("everywhere", &Access::everywhere),
    field("reason", &Access::reason), field("facts", &Access::facts), field("subscripts", &Access::subscripts),
    field("range", &Access::range), field("moves", &Access::movement), field("also", &Access::also));

template <>
inline constexpr auto fields<Watched> = list(head(&Watched::name), field("host", &Watched::host),
                                             field("bytes", &Watched::bytes), field("bound", &Watched::bound));

template <>
inline constexpr auto fields<Touches> = list(field("key", &Touches::keys), field("slot", &Touches::slots),
                                             field("access", &Touches::accesses), field("watched", &Touches::watched),
                                             field("anywhere", &Touches::anywhere));

// ---- kernels -------------------------------------------------------------------------------------------------------

template <>
inline constexpr auto fields<Space> = list(field("counted", &Space::counted), field("begin", &Space::begin),
                                           field("end", &Space::end), field("start", &Space::start),
                                           field("step", &Space::step), field("astray", &Space::astray),
                                           field("descending", &Space::descending));

template <>
inline constexpr auto fields<Analysis> =
    list(field("last_values", &Analysis::last_values), field("replicated", &Analysis::replicated),
         field("reason", &Analysis::reason), field("ordered", &Analysis::ordered),
         field("writes_unknown", &Analysis::writes_unknown), field("may_exit", &Analysis::may_exit),
         field("may_abort", &Analysis::may_abort), field("may_tell", &Analysis::may_tell),
         field("leaves_errors", &Analysis::leaves_errors), field("proved_parallel", &Analysis::proved_parallel),
         field("taken_apart", &Analysis::taken_apart), field("rows_assumed", &Analysis::rows_assumed),
         field("proved_in_rows", &Analysis::proved_in_rows), field("doubt", &Analysis::doubt),
         field("looked_up", &Analysis::looked_up), field("decides", &Analysis::decides));

template <>
inline constexpr auto fields<Inspector> = list(field("body", &Inspector::body),
                                               field("functions", &Inspector::functions));

template <>
inline constexpr auto fields<Inspection> =
    list(field("inspector", &Inspection::inspectors), field("of_writes", &Inspection::of_writes),
         field("marks", &Inspection::marks), field("forgets", &Inspection::forgets),
         field("costs_noting", &Inspection::costs_noting), field("costs_touching", &Inspection::costs_touching),
         field("runtime_stride", &Inspection::runtime_stride), field("own_indexes", &Inspection::own_indexes));

template <>
inline constexpr auto
    fields<CountingLoop> = list(head(&CountingLoop::loop), field("variable", &CountingLoop::variable),
                                field("start", &CountingLoop::start), field("bound", &CountingLoop::bound),
                                field("inclusive", &CountingLoop::inclusive), field("step", &CountingLoop::step));

template <>
inline constexpr auto fields<InnerLoop> = list(head(&InnerLoop::name), field("loop", &InnerLoop::loops),
                                               field("dimension", &InnerLoop::dimension),
                                               field("reused", &InnerLoop::is_reused),
                                               field("again", &InnerLoop::again));

template <>
inline constexpr auto fields<Stage> = list(field("statements", &Stage::statements), field("dealt", &Stage::is_dealt));

template <>
inline constexpr auto
    fields<Interleaving> = list(field("lanes", &Interleaving::lanes), field("plain_roots", &Interleaving::plain_roots),
                                field("block", &Interleaving::block), field("splits", &Interleaving::splits));

template <>
inline constexpr auto
    fields<Schedule> = list(field("inner", &Schedule::inner), field("stage", &Schedule::stages),
                            field("dimension", &Schedule::dimension), field("reused", &Schedule::is_reused),
                            field("kept_inside", &Schedule::kept_inside), field("shared", &Schedule::shared),
                            field("interleaving", &Schedule::interleaving), field("weight", &Schedule::weight),
                            field("likely_weight", &Schedule::likely_weight), field("thirds", &Schedule::thirds),
                            field("touches", &Schedule::touches));

template <>
inline constexpr auto fields<Alignment> = list(field("slot", &Alignment::slot), field("dim", &Alignment::dim),
                                               field("scale", &Alignment::scale), field("offset", &Alignment::offset),
                                               field("subscript", &Alignment::subscript),
                                               field("streams", &Alignment::streams));

template <>
inline constexpr auto fields<BlockCyclic> = list(field("cyclic", &BlockCyclic::cyclic),
                                                 field("bounds_move", &BlockCyclic::bounds_move),
                                                 field("reason", &BlockCyclic::reason));

template <>
inline constexpr auto fields<Boxes> = list(field("name", &Boxes::name), field("loop", &Boxes::loops),
                                           field("dim", &Boxes::dim), field("offset", &Boxes::offset),
                                           field("access", &Boxes::accesses), field("reason", &Boxes::reason),
                                           field("again", &Boxes::again));

template <>
inline constexpr auto
    fields<GridChoice> = list(field("group", &GridChoice::group), field("down", &GridChoice::down),
                              field("across", &GridChoice::across), field("once", &GridChoice::once),
                              field("repeats", &GridChoice::repeats), field("rounds", &GridChoice::rounds),
                              field("counts_all", &GridChoice::counts_all), field("reason", &GridChoice::reason));

template <>
inline constexpr auto fields<Sweep::Segment> = list(field("loop", &Sweep::Segment::loop),
                                                    field("statements", &Sweep::Segment::statements),
                                                    field("offset", &Sweep::Segment::offset),
                                                    field("access", &Sweep::Segment::accesses));

template <>
inline constexpr auto
    fields<Sweep> = list(field("segment", &Sweep::segments), field("slot", &Sweep::slot), field("dim", &Sweep::dim),
                         field("border", &Sweep::border), field("changes", &Sweep::changes),
                         field("edges", &Sweep::edges), field("group", &Sweep::group), field("across", &Sweep::across),
                         field("across_offset", &Sweep::across_offset), field("by_grid_only", &Sweep::by_grid_only));

template <>
inline constexpr auto fields<Candidate> = list(head(&Candidate::name), field("volume", &Candidate::volume),
                                               field("reason", &Candidate::reason), field("chosen", &Candidate::chosen),
                                               field("possible", &Candidate::possible), field("grid", &Candidate::grid),
                                               field("note", &Candidate::note), field("where", &Candidate::where),
                                               field("at_most", &Candidate::at_most));

template <>
inline constexpr auto
    fields<Distribution> = list(field("alignment", &Distribution::alignment),
                                field("block_cyclic", &Distribution::block_cyclic),
                                field("boxes", &Distribution::boxes), field("grid", &Distribution::grid),
                                field("sweep", &Distribution::sweep), field("candidate", &Distribution::candidates));

// The function stands before whatever is counted in it.
template <>
inline constexpr auto fields<Kernel> = list(head(&Kernel::id), field("name", &Kernel::name), field("at", &Kernel::at),
                                            field("unit", &Kernel::unit), field("function", &Kernel::function),
                                            field("loop", &Kernel::loop), field("space", &Kernel::space),
                                            field("touches", &Kernel::touches), field("analysis", &Kernel::analysis),
                                            field("inspection", &Kernel::inspection),
                                            field("schedule", &Kernel::schedule),
                                            field("distribution", &Kernel::distribution));

// ---- serial code ---------------------------------------------------------------------------------------------------

template <>
inline constexpr auto fields<Site> = list(head(&Site::id), field("name", &Site::name), field("at", &Site::at),
                                          field("unit", &Site::unit), field("function", &Site::function),
                                          field("statement", &Site::statement), field("condition", &Site::condition),
                                          field("behind", &Site::behind), field("touches", &Site::touches),
                                          field("copied", &Site::copied), field("alone", &Site::alone),
                                          field("varies", &Site::varies), field("handed", &Site::handed),
                                          field("hands_errno", &Site::hands_errno), field("streams", &Site::streams),
                                          field("when", &Site::when), field("decides", &Site::decides),
                                          field("in_loops", &Site::in_loops), field("window", &Site::window),
                                          field("windows", &Site::windows));

template <> inline constexpr auto fields<AllocOp> = list(head(&AllocOp::name), field("array", &AllocOp::array));
template <>
inline constexpr auto fields<FreeOp> = list(head(&FreeOp::what), field("at", &FreeOp::at),
                                            field("range", &FreeOp::range));
template <> inline constexpr auto fields<TransferOp> = list(head(&TransferOp::site));
template <> inline constexpr auto fields<LaunchOp> = list(head(&LaunchOp::kernel));
template <>
inline constexpr auto fields<SerialOp> = list(head(&SerialOp::at), field("statement", &SerialOp::statement));
template <>
inline constexpr auto fields<LoopOp> = list(head(&LoopOp::at), field("statement", &LoopOp::statement),
                                            field("condition", &LoopOp::condition), field("body", &LoopOp::body));
template <>
inline constexpr auto fields<BranchOp> = list(head(&BranchOp::at), field("statement", &BranchOp::statement),
                                              field("then", &BranchOp::then), field("else", &BranchOp::otherwise));

// An operation is called by one of these, in the order of Op::node.
inline constexpr std::array operation_words{"alloc", "free", "transfer", "launch", "serial", "loop", "branch"};

template <>
inline constexpr auto
    fields<Function> = list(head(&Function::name), field("unit", &Function::unit), field("decl", &Function::decl),
                            field("may_launch", &Function::may_launch), field("body", &Function::body));

template <>
inline constexpr auto fields<UnitAccessor> = list(head(&UnitAccessor::name), field("unit", &UnitAccessor::unit),
                                                  field("host", &UnitAccessor::host),
                                                  field("pointer", &UnitAccessor::pointer));

} // namespace hydra::ir
