// See record.h.
#include "driver/objects/record.h"

#include <charconv>

#include <fmt/format.h>

#include "driver/failure.h"

namespace hydra::driver {

namespace {

constexpr std::string_view magic = "hydracc:";
constexpr std::size_t digits = 16;

std::string with_length(std::string_view text) { return fmt::format("{:016x}{}", text.size(), text); }

class Fields {
  public:
    Fields(std::string_view text, std::string origin) : text_(text), origin_(std::move(origin)) {}

    std::string_view next() {
        const std::size_t length = number(text_.substr(0, digits));
        if (text_.size() < digits || text_.size() - digits < length)
            damaged();
        const auto field = text_.substr(digits, length);
        text_.remove_prefix(digits + length);
        return field;
    }
    std::string string() { return std::string(next()); }
    std::size_t count() { return number(next()); }
    // The next record's fields; nothing where there is none.
    bool find_record() {
        text_.remove_prefix(std::min(text_.find_first_not_of('\0'), text_.size()));
        if (text_.empty())
            return false;
        if (!text_.starts_with(magic))
            damaged();
        text_.remove_prefix(magic.size());
        return true;
    }

  private:
    std::size_t number(std::string_view hexadecimal) const {
        std::size_t value = 0;
        const auto* end = hexadecimal.data() + hexadecimal.size();
        if (hexadecimal.empty() || std::from_chars(hexadecimal.data(), end, value, 16).ptr != end)
            damaged();
        return value;
    }
    [[noreturn]] void damaged() const {
        throw Failure(status_input,
                      fmt::format("{}: what hydracc -c has left in it is damaged; compile it again", origin_));
    }

    std::string_view text_;
    std::string origin_;
};

template <class List> std::string list_bytes(const List& list) {
    std::string bytes = with_length(fmt::format("{:x}", list.size()));
    for (const auto& each : list)
        bytes += with_length(each);
    return bytes;
}

} // namespace

std::string record_bytes(const SourceRecord& record) {
    std::string fields = with_length(record.version) + with_length(record.folder) + with_length(record.path) +
                         list_bytes(record.arguments) + list_bytes(record.defines) + with_length(record.text) +
                         with_length(record.is_active ? "1" : "0") +
                         with_length(fmt::format("{:x}", record.files.size()));
    for (const auto& [path, text] : record.files)
        fields += with_length(path) + with_length(text);
    return std::string(magic) + with_length(fields);
}

std::vector<std::shared_ptr<SourceRecord>> read_records(std::string_view section, const std::string& origin) {
    std::vector<std::shared_ptr<SourceRecord>> records;
    for (Fields all(section, origin); all.find_record();) {
        Fields fields(all.next(), origin);
        auto record = std::make_shared<SourceRecord>();
        record->version = fields.string();
        record->folder = fields.string();
        record->path = fields.string();
        if (record->version != HYDRACC_VERSION)
            throw Failure(status_input, fmt::format("{}: the object of {} was made by hydracc {}, and this is hydracc "
                                                    "{}; compile it again",
                                                    origin, record->path, record->version, HYDRACC_VERSION));
        for (std::size_t left = fields.count(); left > 0; --left)
            record->arguments.push_back(fields.string());
        for (std::size_t left = fields.count(); left > 0; --left)
            record->defines.insert(fields.string());
        record->text = fields.string();
        record->is_active = fields.string() == "1";
        for (std::size_t left = fields.count(); left > 0; --left) {
            auto path = fields.string();
            record->files.emplace(std::move(path), fields.string());
        }
        record->options = read_options(record->arguments);
        records.push_back(std::move(record));
    }
    return records;
}

} // namespace hydra::driver
