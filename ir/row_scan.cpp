// Printing, reading and asking scans of rows.
#include "ir/row_scan.h"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "ir/symbolic_reader.h"

namespace hydra::ir {

namespace {

using Op = SymbolicExpr::Op;

class Printer {
  public:
    explicit Printer(std::string_view row_call) : row_call_(row_call) {}

    // Several statements are a block.
    void print(const RowScan& scan) {
        const bool block = scan.statements.size() > 1;
        if (block)
            line(0, "{");
        print(scan, block ? 2 : 0, block);
        if (block)
            line(0, "}");
    }
    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    // in_braces: that are only theirs, so that a single statement may declare a name in them.
    void print(const RowScan& scan, std::size_t indent, bool in_braces) {
        for (const RowStatement& statement : scan.statements)
            std::visit([&](const auto& node) { print(node, indent, in_braces && scan.statements.size() == 1); },
                       statement.node);
    }
    void print(const RowLoop& loop, std::size_t indent, bool) {
        line(indent, fmt::format("for (long {0} = {1}; {2}; {0} += {3}) {{", loop.name, loop.from.text(),
                                 loop.condition.text(), loop.step.text()));
        print(loop.body, indent + 2, true);
        line(indent, "}");
    }
    void print(const RowName& name, std::size_t indent, bool alone) {
        if (!alone)
            line(indent, "{");
        const std::size_t inside = alone ? indent : indent + 2;
        line(inside, fmt::format("long {} = {};", name.name, name.value.text()));
        print(name.body, inside, true);
        if (!alone)
            line(indent, "}");
    }
    void print(const RowBranch& branch, std::size_t indent, bool) { print(branch, indent, std::string(indent, ' ')); }
    void print(const RowBranch& branch, std::size_t indent, const std::string& before) {
        out_ += before;
        line(0, fmt::format("if ({}) {{", branch.condition.text()));
        print(branch.then, indent + 2, true);
        const auto& rest = branch.otherwise.statements;
        if (rest.size() == 1 && rest.front().as<RowBranch>() != nullptr) {
            print(*rest.front().as<RowBranch>(), indent, std::string(indent, ' ') + "} else ");
            return;
        }
        if (!rest.empty()) {
            line(indent, "} else {");
            print(branch.otherwise, indent + 2, true);
        }
        line(indent, "}");
    }
    void print(const Row& row, std::size_t indent, bool) {
        std::string text(row_call_);
        for (const SymbolicExpr& subscript : row.outer)
            text += subscript.text() + ", ";
        line(indent, fmt::format("{}{}, ({}) + 1, {});", text, row.first.text(), row.last.text(), row.step.text()));
    }
    void line(std::size_t indent, const std::string& text) { out_ += std::string(indent, ' ') + text + "\n"; }

    std::string_view row_call_;
    std::string out_;
};

class Reader {
  public:
    explicit Reader(std::string_view text) : words_(text) {}

    RowScan all() {
        RowScan scan;
        if (words_.optional("{"))
            scan = block();
        else if (!words_.at_end())
            scan.statements.push_back(statement());
        words_.end();
        return scan;
    }

  private:
    // Behind its opening brace, and with the closing one.
    RowScan block() {
        RowScan scan;
        while (!words_.optional("}")) {
            if (words_.optional("long")) {
                scan.statements.push_back({named()});
                return scan;
            }
            scan.statements.push_back(statement());
        }
        return scan;
    }
    // Behind `long`: with what follows in its block, and the end of that.
    RowName named() {
        RowName name{words_.identifier(), {}, {}};
        words_.expect("=");
        name.value = words_.expression();
        words_.expect(";");
        name.body = block();
        return name;
    }
    RowStatement statement() {
        if (words_.optional("for"))
            return {loop()};
        if (words_.optional("if"))
            return {branch()};
        if (words_.optional("{")) {
            words_.expect("long");
            return {named()};
        }
        words_.expect("ROW");
        return {row()};
    }
    RowLoop loop() {
        words_.expect("(");
        words_.expect("long");
        RowLoop loop{words_.identifier(), {}, {}, {}, {}};
        words_.expect("=");
        loop.from = words_.expression();
        words_.expect(";");
        loop.condition = words_.expression();
        words_.expect(";");
        words_.expect(loop.name);
        words_.expect("+=");
        loop.step = words_.expression();
        words_.expect(")");
        words_.expect("{");
        loop.body = block();
        return loop;
    }
    RowBranch branch() {
        words_.expect("(");
        RowBranch branch{words_.expression(), {}, {}};
        words_.expect(")");
        words_.expect("{");
        branch.then = block();
        if (!words_.optional("else"))
            return branch;
        if (words_.optional("if")) {
            branch.otherwise.statements.push_back({this->branch()});
        } else {
            words_.expect("{");
            branch.otherwise = block();
        }
        return branch;
    }
    Row row() {
        words_.expect("(");
        std::vector<SymbolicExpr> arguments;
        do
            arguments.push_back(words_.expression());
        while (words_.optional(","));
        words_.expect(")");
        words_.expect(";");
        const std::size_t count = arguments.size();
        if (count < 3 || arguments[count - 2].op() != Op::add || arguments[count - 2].operands()[1] != 1)
            throw std::invalid_argument("expected ROW(outer subscripts, first, (last) + 1, step)");
        SymbolicExpr last = arguments[count - 2].operands()[0];
        if (last.op() == Op::exact_quotient) // it is no term of a sum
            last = SymbolicExpr::operation(Op::quotient, {last.operands()[0], last.operands()[1]});
        Row row{{}, arguments[count - 3], std::move(last), arguments[count - 1]};
        arguments.resize(count - 3);
        row.outer = std::move(arguments);
        return row;
    }

    SymbolicReader words_;
};

void add_free(const RowScan& scan, SymbolicExpr::Symbols& to);

// A body, in which the name means something else than outside.
void add_free(const RowScan& body, const std::string& name, SymbolicExpr::Symbols& to) {
    SymbolicExpr::Symbols inside;
    add_free(body, inside);
    inside.erase(name);
    to.merge(inside);
}

void add_free(const RowLoop& loop, SymbolicExpr::Symbols& to) {
    SymbolicExpr::Symbols inside;
    loop.condition.add_symbols(inside);
    loop.step.add_symbols(inside);
    inside.erase(loop.name);
    to.merge(inside);
    loop.from.add_symbols(to);
    add_free(loop.body, loop.name, to);
}

void add_free(const RowName& name, SymbolicExpr::Symbols& to) {
    name.value.add_symbols(to);
    add_free(name.body, name.name, to);
}

void add_free(const RowBranch& branch, SymbolicExpr::Symbols& to) {
    branch.condition.add_symbols(to);
    add_free(branch.then, to);
    add_free(branch.otherwise, to);
}

void add_free(const Row& row, SymbolicExpr::Symbols& to) {
    for (const SymbolicExpr& subscript : row.outer)
        subscript.add_symbols(to);
    for (const SymbolicExpr* each : {&row.first, &row.last, &row.step})
        each->add_symbols(to);
}

void add_free(const RowScan& scan, SymbolicExpr::Symbols& to) {
    for (const RowStatement& statement : scan.statements)
        std::visit([&](const auto& node) { add_free(node, to); }, statement.node);
}

} // namespace

std::string RowScan::text(std::string_view row_call) const {
    Printer printer(row_call);
    printer.print(*this);
    return printer.take();
}

void RowScan::add_symbols(SymbolicExpr::Symbols& to) const { add_free(*this, to); }

RowScan RowScan::parse(std::string_view text) { return Reader(text).all(); }

} // namespace hydra::ir
