// Control-flow graphs: what each statement looks like, who dominates whom, and a textbook data-flow problem.
#include "passes/flow/cfg.h"

#include <algorithm>
#include <random>
#include <set>

#include "analysed.h"

#include "passes/facts/summary.h"
#include "passes/flow/dataflow.h"

namespace {

using hydra::passes::Cfg;
using hydra::passes::Dominators;

// The graph of a function's body.
struct Graph : Checked {
    explicit Graph(const std::string& body)
        : Checked(
              "#include <stdlib.h>\n#include <setjmp.h>\njmp_buf env; int a, b, c, d, e, f, g, w[9]; int call(int);\n"
              "void die(void) { a = 1; exit(1); }\n"
              "int test(int n) {" +
              body + "}\n"),
          summary(program) {
        for (const auto& function : program.units[0]->functions)
            if (function.name == "test")
                graph = std::make_unique<Cfg>(*function.body, Cfg::Options{.summary = &summary});
    }

    // "A: a; ? B : end | B: b = 1; -> A": the blocks that are reached and hold something, in the order of the text,
    // each with its steps and what it leads to.
    [[nodiscard]] std::string shape() const {
        std::string out;
        for (const Cfg::BlockId id : graph->in_text_order())
            if (is_shown(id))
                out += (out.empty() ? "" : " | ") + name(id) + ": " + text(graph->block(id));
        return out;
    }

    hydra::passes::Summary summary;
    std::unique_ptr<Cfg> graph;

  private:
    static std::string text(const Cfg::Step& step) {
        switch (step.kind) {
        case Cfg::Step::Kind::evaluate:
            return hydra::ir::print_c(*step.expr) + "; ";
        case Cfg::Step::Kind::declare:
            return "int " + step.variable->name + "; ";
        case Cfg::Step::Kind::directive:
            return "parallel; ";
        case Cfg::Step::Kind::end_scope:
            return "} ";
        default:
            return "";
        }
    }
    [[nodiscard]] std::string text(const Cfg::Block& block) const {
        std::string out, edges;
        for (const Cfg::Step& step : block.steps)
            out += text(step);
        for (const Cfg::Edge& edge : block.successors) {
            const auto* one = edge.label != nullptr ? edge.label->as<hydra::ir::Case>() : nullptr;
            const std::string label = edge.kind == Cfg::Edge::Kind::when_true    ? "yes "
                                      : edge.kind == Cfg::Edge::Kind::when_false ? "no "
                                      : one != nullptr                           ? hydra::ir::print_c(*one->low) + " "
                                      : edge.kind == Cfg::Edge::Kind::on_default ? "else "
                                                                                 : "";
            edges += " " + label + name(edge.to);
        }
        return out + (edges.empty() ? "stop" : "->" + edges);
    }
    [[nodiscard]] bool is_reached(Cfg::BlockId id) const {
        const auto& order = graph->reverse_postorder();
        return std::find(order.begin(), order.end(), id) != order.end();
    }
    [[nodiscard]] bool is_empty(Cfg::BlockId id) const {
        const Cfg::Block& block = graph->block(id);
        std::string steps;
        for (const Cfg::Step& step : block.steps)
            steps += text(step);
        return steps.empty() && block.successors.size() == 1 && block.successors[0].kind == Cfg::Edge::Kind::always &&
               block.successors[0].to != id;
    }
    [[nodiscard]] bool is_shown(Cfg::BlockId id) const {
        return id != graph->exit() && is_reached(id) && !is_empty(id);
    }
    [[nodiscard]] std::string name(Cfg::BlockId id) const {
        while (is_empty(id))
            id = graph->block(id).successors[0].to;
        if (id == graph->exit())
            return "end";
        char letter = 'A';
        for (const Cfg::BlockId before : graph->in_text_order()) {
            if (before == id)
                break;
            letter = static_cast<char>(letter + (is_shown(before) ? 1 : 0));
        }
        return {letter};
    }
};

std::string shape(const std::string& body) { return Graph(body).shape(); }

} // namespace

TEST_CASE("statements follow one another") {
    CHECK(shape("a = 1; b = 2;") == "A: a = 1; b = 2; -> end");
    CHECK(shape("int x = a, y; y = x;") == "A: int x; int y; y = x; } -> end");
    CHECK(shape("return a; b = 1;") == "A: a; -> end");
}

TEST_CASE("branches have an edge for each arm") {
    CHECK(shape("if (a) b = 1; c = 2;") == "A: a; -> yes B no C | B: b = 1; -> C | C: c = 2; -> end");
    CHECK(shape("if (a) b = 1; else c = 1;") == "A: a; -> yes B no C | B: b = 1; -> end | C: c = 1; -> end");
    CHECK(shape("if (!a) b = 1;") == "A: a; -> yes end no B | B: b = 1; -> end");
    CHECK(shape("if (1) b = 1; else c = 1;") == "A: 1; -> yes B | B: b = 1; -> end");
}

TEST_CASE("loops") {
    CHECK(shape("while (a) b = 1;") == "A: a; -> yes B no end | B: b = 1; -> A");
    CHECK(shape("do b = 1; while (a);") == "A: b = 1; -> B | B: a; -> yes A no end");
    CHECK(shape("do b = 1; while (0);") == "A: b = 1; -> B | B: 0; -> no end");
    CHECK(shape("for (a = 0; b; c = 1) d = 1;") ==
          "A: a = 0; -> B | B: b; -> yes C no end | C: d = 1; -> D | D: c = 1; -> B");
    CHECK(shape("for (;;) a = 1;") == "A: a = 1; -> A");
    CHECK(shape("while (1) { if (a) break; if (b) continue; c = 1; }") ==
          "A: 1; -> yes B | B: a; -> yes end no C | C: b; -> yes A no D | D: c = 1; -> A");
    CHECK(shape("for (a = 0; a < 9; a++) b = a;") == // a first round is certain
          "A: a = 0; a < 9; -> yes C | B: a < 9; -> yes C no end | C: b = a; -> D | D: a++; -> B");
}

TEST_CASE("a parallel loop's body knows its loop") {
    const Graph found("\n#pragma hydra parallel for\nfor (int i = 0; i < b; i++) w[i] = i;\na = 1;");
    CHECK(found.shape() == "A: int i; parallel; -> B | B: i < b; -> yes C no E | C: w[i] = i; -> D | D: i++; -> B | "
                           "E: a = 1; -> end");
    for (const Cfg::Block& block : found.graph->blocks())
        for (const Cfg::Step& step : block.steps)
            if (step.expr != nullptr)
                CHECK((block.inside != nullptr) == (hydra::ir::print_c(*step.expr).find("i++") == 0 ||
                                                    hydra::ir::print_c(*step.expr).find("w[") == 0));
}

TEST_CASE("switches fall through") {
    CHECK(shape("switch (a) { case 1: b = 1; case 2: c = 1; break; default: d = 1; } e = 1;") ==
          "A: a; -> 1 B 2 C else D | B: b = 1; -> C | C: c = 1; -> E | D: d = 1; -> E | E: e = 1; -> end");
    CHECK(shape("switch (a) { b = 1; case 1: c = 1; }") == "A: a; -> 1 B else end | B: c = 1; -> end");
    CHECK(shape("switch (a) { case 0: do { b = 1; case 1: c = 1; } while (d); }") == // Duff's device
          "A: a; -> 0 B 1 C else end | B: b = 1; -> C | C: c = 1; -> D | D: d; -> yes B no end");
}

TEST_CASE("gotos lead wherever they like") {
    CHECK(shape("if (a) goto in; while (b) { c = 1; in: d = 1; }") ==
          "A: a; -> yes D no B | B: b; -> yes C no end | C: c = 1; -> D | D: d = 1; -> B");
    CHECK(shape("again: a = 1; if (b) goto again;") == "A: a = 1; b; -> yes A no end");
    CHECK(shape("void *to = &&one; goto *to; one: a = 1; return 0; two: b = 1;") ==
          "A: int to; to; -> B C end | B: a = 1; 0; -> end | C: b = 1; } -> end");
    CHECK(shape("a = ({ if (b) goto out; c; }); d = 1; out: e = 1;").starts_with("A: b; -> yes C no B | B: c; a = ({"));
}

TEST_CASE("conditional evaluation inside of expressions") {
    CHECK(shape("if (a && b) c = 1; d = 1;") ==
          "A: a; -> yes B no D | B: b; -> yes C no D | C: c = 1; -> D | D: d = 1; -> end");
    CHECK(shape("if (a || !b) c = 1;") == "A: a; -> yes C no B | B: b; -> yes end no C | C: c = 1; -> end");
    CHECK(shape("c = a && b;") == "A: a; -> yes B no C | B: b; -> C | C: c = a && b; -> end");
    CHECK(shape("w[a] = b ? c : d;") ==
          "A: a; b; -> yes B no C | B: c; -> D | C: d; -> D | D: w[a] = b ? c : d; -> end");
    CHECK(shape("c = a ?: b;") == "A: a; -> yes C no B | B: b; -> C | C: c = a ?: b; -> end");
    CHECK(shape("a = 1, b = 2;") == "A: a = 1; b = 2; -> end");
    CHECK(shape("while (a = 1, b) c = 1;") == "A: a = 1; b; -> yes B no end | B: c = 1; -> A");
}

TEST_CASE("parts that steps before evaluate are marked") {
    const Graph found("c = call(a) + (b && d);");
    int steps = 0;
    for (const Cfg::Block& block : found.graph->blocks())
        for (const Cfg::Step& step : block.steps) {
            std::string names;
            found.graph->for_each_expression(step, [&](const hydra::ir::Expr& expr) {
                const auto* variable = expr.as<hydra::ir::DeclRef>() ? hydra::ir::named_variable(&expr) : nullptr;
                names += variable != nullptr ? variable->name : "";
            });
            steps += names.size() > 1 ? 100 : static_cast<int>(names.size());
        }
    CHECK(steps == 4);
}

TEST_CASE("calls that do not return end a way") {
    CHECK(shape("if (a) exit(1); b = 1;") == "A: a; -> yes B no C | B: exit(1); stop | C: b = 1; -> end");
    CHECK(shape("if (a) die(); b = 1;") == "A: a; -> yes B no C | B: die(); stop | C: b = 1; -> end");
    CHECK(!Graph("a = 1;").graph->may_come_back());
    CHECK(Graph("if (a && setjmp(env) == 0) b = 1;").graph->may_come_back());
}

namespace {

// A graph with any edges: blocks that end in computed gotos cannot be chosen, so C text with gotos makes it.
std::string random_body(std::mt19937& random, int blocks) {
    const auto label = [&] { return "l" + std::to_string(random() % static_cast<unsigned>(blocks)); };
    std::string body;
    for (int i = 0; i < blocks; ++i) {
        body += "l" + std::to_string(i) + ": w[0] = " + std::to_string(i) + ";";
        const unsigned kind = random() % 4;
        if (kind < 2)
            body += "if (a) goto " + label() + ";";
        if (kind == 1 || kind == 2)
            body += "goto " + label() + ";";
        if (random() % 8 == 0)
            body += "return 0;";
    }
    return body;
}

// By the definition: without `by`, the block is not reached.
std::set<Cfg::BlockId> reached_without(const Cfg& graph, std::size_t by) {
    std::set<Cfg::BlockId> seen;
    std::vector<Cfg::BlockId> open;
    if (by != graph.entry())
        open.push_back(graph.entry());
    while (!open.empty()) {
        const Cfg::BlockId at = open.back();
        open.pop_back();
        if (!seen.insert(at).second)
            continue;
        for (const Cfg::Edge& edge : graph.block(at).successors)
            if (edge.to != by)
                open.push_back(edge.to);
    }
    return seen;
}

} // namespace

TEST_CASE("dominators are what their definition says, in random graphs") {
    std::mt19937 random(1);
    for (int round = 0; round < 12; ++round) {
        const Graph found(random_body(random, 3 + round));
        const Cfg& graph = *found.graph;
        const Dominators dominators(graph);
        const std::set<Cfg::BlockId> reached = reached_without(graph, graph.blocks().size());
        REQUIRE(reached.size() == graph.reverse_postorder().size());
        for (Cfg::BlockId by = 0; by < graph.blocks().size(); ++by) {
            const std::set<Cfg::BlockId> without = reached_without(graph, by);
            for (Cfg::BlockId block = 0; block < graph.blocks().size(); ++block) {
                REQUIRE(dominators.dominates(by, block) == (by == block || !without.contains(block)));
                const auto above = dominators.immediate(block);
                REQUIRE(above.has_value() == (reached.contains(block) && block != graph.entry()));
                if (above)
                    REQUIRE(dominators.dominates(*above, block));
            }
        }
    }
}

namespace {

// Reaching definitions, as every textbook has them: which assignments of a constant may a value come from?
struct Reaching {
    using Value = std::set<std::string>;
    static constexpr auto direction = hydra::passes::Direction::forward;
    const Cfg& graph;

    static Value boundary() { return {"?"}; }
    static bool join(Value& into, const Value& other) {
        const std::size_t before = into.size();
        into.insert(other.begin(), other.end());
        return into.size() != before;
    }
    void transfer(Cfg::BlockId block, Value& value) const {
        for (const Cfg::Step& step : graph.block(block).steps)
            if (const auto* assign = step.expr != nullptr ? step.expr->as<hydra::ir::Binary>() : nullptr;
                assign != nullptr && assign->op == hydra::ir::BinaryOp::assign)
                if (const auto* to = hydra::ir::named_variable(assign->lhs.get()); to != nullptr && to->name == "a")
                    value = {hydra::ir::print_c(*assign->rhs)};
    }
};

// The definitions of `a` that reach the function's end.
std::string reaching(const std::string& body) {
    const Graph found(body);
    Reaching problem{*found.graph};
    std::string out;
    const std::vector<Reaching::Value> values = solve(*found.graph, problem);
    for (const std::string& definition : values[found.graph->exit()])
        out += (out.empty() ? "" : " ") + definition;
    return out;
}

} // namespace

TEST_CASE("reaching definitions") {
    CHECK(reaching("a = 1; b = a;") == "1");
    CHECK(reaching("if (b) a = 1; else a = 2;") == "1 2");
    CHECK(reaching("if (b) a = 1;") == "1 ?");
    CHECK(reaching("a = 1; while (b) { if (c) a = 2; else { a = 3; break; } a = 4; }") == "1 3 4");
    CHECK(reaching("a = 1; again: if (b) { a = 2; goto again; }") == "1 2");
    CHECK(reaching("a = 1; if (b) { a = 2; exit(0); }") == "1");
    CHECK(reaching("b = c && (a = 1);") == "1 ?");
    CHECK(reaching("switch (b) { case 1: a = 1; case 2: a = 2; break; case 3: a = 3; }") == "2 3 ?");
}
