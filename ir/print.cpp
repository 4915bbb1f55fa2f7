// Printer of the text form: goes through the lists of fields.h, and leaves out what has its default.
#include "ir/print.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/fields.h"

namespace hydra::ir {

namespace {

constexpr std::size_t most_columns = 120; // columns

// A fact, and what belongs to it: on one line where there is room, else in a block.
struct Line {
    std::string text; // a newline in it stands between the parts of a long string
    std::vector<Line> body;
    bool is_block = false; // whatever room there is
};

std::string flat(const Line& line) {
    std::string out = line.text;
    for (const Line& each : line.body)
        out += (&each == line.body.data() ? " { " : " ") + flat(each);
    return out + (line.body.empty() ? "" : " }");
}

bool needs_block(const Line& line) {
    return line.is_block || line.text.find('\n') != std::string::npos ||
           std::any_of(line.body.begin(), line.body.end(), needs_block);
}

void lay_out(std::string& out, const Line& line, std::size_t indent) {
    const std::string margin(indent, ' ');
    const bool is_block =
        (line.is_block || !line.body.empty()) && (needs_block(line) || indent + flat(line).size() > most_columns);
    out += margin;
    for (const char c : is_block ? line.text : flat(line))
        out += c == '\n' ? "\n" + margin + "    " : std::string(1, c);
    out += is_block ? " {\n" : "\n";
    if (!is_block)
        return;
    for (const Line& each : line.body)
        lay_out(out, each, indent + 2);
    out += margin + "}\n";
}

// In quotes; each line of it in quotes of its own.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n')
            out += i + 1 < text.size() ? "\\n\"\n\"" : "\\n";
        else if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (static_cast<unsigned char>(c) < ' ')
            out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
        else
            out += c;
    }
    return out + "\"";
}

class Printer {
  public:
    explicit Printer(const TreeNames& names) : names_(names) {}

    // One of the program's own lists, by the word for one of them.
    template <class T> void item(std::string_view word, const T& value) {
        place_ = {};
        Line line = structure(word, value);
        line.is_block = true;
        for (Line& part : line.body) // the parts of a kernel
            part.is_block = !part.body.empty();
        lay_out(out_, line, 0);
    }
    // The same of what is not worth a block.
    void line(std::string text) { lay_out(out_, {std::move(text), {}}, 0); }
    template <class T> std::string name(const T* node, int unit) const { return names_.name(node, {unit, nullptr}); }

    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    template <class T> Line structure(std::string_view word, const T& value) {
        Line line{std::string(word), {}};
        const T plain{};
        const auto field = [&](const auto& of) {
            const auto& own = value.*(of.member);
            if constexpr (std::remove_cvref_t<decltype(of)>::is_head)
                line.text += " " + text(own);
            else if (!(own == plain.*(of.member)))
                add(line.body, of.name, own);
            note(of.name, own);
        };
        std::apply([&](const auto&... of) { (field(of), ...); }, fields<T>);
        return line;
    }

    // What later names are short for.
    template <class T> void note(std::string_view name, const T& value) {
        if constexpr (std::is_same_v<T, const FunctionDecl*>)
            place_.function = value;
        else if constexpr (std::is_same_v<T, int>)
            place_.unit = name == "unit" ? value : place_.unit;
    }

    template <class T> void add(std::vector<Line>& body, std::string_view name, const T& value) {
        if constexpr (HasFields<T>)
            body.push_back(structure(name, value));
        else
            body.push_back({fmt::format("{} {}", name, text(value)), {}});
    }
    void add(std::vector<Line>& body, std::string_view name, bool value) {
        body.push_back({fmt::format("{}{}", name, value ? "" : " no"), {}});
    }
    template <class T> void add(std::vector<Line>& body, std::string_view name, const std::vector<T>& list) {
        if constexpr (HasFields<T>) {
            for (const T& each : list)
                body.push_back(structure(name, each));
        } else {
            std::string all;
            for (const T& each : list)
                all += (all.empty() ? " " : ", ") + text(each);
            body.push_back({std::string(name) + all, {}});
        }
    }
    void add(std::vector<Line>& body, std::string_view name, const Block& block) {
        Line line{std::string(name), {}, true};
        for (const Op& op : block)
            line.body.push_back(std::visit(
                [&](const auto& node) { return structure(operation_words[op.node.index()], node); }, op.node));
        body.push_back(std::move(line));
    }

    // Values that are no structs of the lists.
    std::string text(const std::string& value) const { return quoted(value); }
    std::string text(int value) const { return std::to_string(value); }
    std::string text(std::int64_t value) const { return std::to_string(value); }
    std::string text(KernelId id) const { return std::to_string(id.value); }
    std::string text(SiteId id) const { return std::to_string(id.value); }
    template <class E>
    requires std::is_enum_v<E> std::string text(E value)
    const { return words<E>.at(static_cast<std::size_t>(value)); }
    template <class T> std::string text(const T* node) const {
        return node == nullptr ? "none" : names_.name(node, place_);
    }
    std::string text(const SourceRange& range) const {
        return fmt::format("{}:{}-{}{}", static_cast<std::uint32_t>(range.file), range.begin, range.end,
                           range.verbatim ? "=" : "");
    }
    std::string text(const HostExpr& value) const {
        return quoted(value.text([&](const Expr& expr) { return names_.name(&expr, place_); }));
    }
    std::string text(const SymbolicExpr& value) const { return quoted(value.text()); }
    std::string text(const std::optional<SymbolicExpr>& value) const { return text(value.value()); }
    std::string text(const RowScan& scan) const { return quoted(scan.text()); }
    std::string text(const Bound& bound) const {
        const auto& [lo, hi, step] = bound;
        return fmt::format("{} .. {}{}", text(lo), text(hi), step == 1 ? "" : " by " + text(step));
    }
    std::string text(const std::pair<std::string, std::string>& pair) const {
        return fmt::format("{} / {}", quoted(pair.first), quoted(pair.second));
    }

    const TreeNames& names_;
    TreeNames::Place place_;
    std::string out_;
};

} // namespace

std::string print(const Program& program) { return print(program, TreeNames(program.units)); }

std::string print(const Program& program, const TreeNames& names) {
    Printer printer(names);
    for (const Kernel& kernel : program.kernels)
        printer.item("kernel", kernel);
    for (const Site& site : program.sites)
        printer.item("site", site);
    for (const auto& [unit, array] : program.static_arrays)
        printer.line(fmt::format("static {} {}", unit, printer.name(array, unit)));
    for (const UnitAccessor& accessor : program.accessors)
        printer.item("accessor", accessor);
    std::set<std::string> overruns; // the set's own order is that of addresses
    for (const Expr* subscript : program.overruns)
        overruns.insert("overrun " + printer.name(subscript, 0));
    for (const std::string& each : overruns)
        printer.line(each);
    for (const Function& function : program.functions)
        printer.item("function", function);
    return printer.take();
}

} // namespace hydra::ir
