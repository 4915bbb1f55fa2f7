// Reads them by libelf. A thin archive holds names of files, which `ar` lists.
#include "driver/objects/object_files.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "driver/tools.h"
#include "frontend/source/subprocess.h"

namespace hydra::driver {

namespace {

constexpr std::size_t magic_length = 8;
constexpr std::string_view thick = "!<arch>\n", thin = "!<thin>\n";

std::string magic_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::array<char, magic_length> first{};
    in.read(first.data(), first.size());
    return {first.data(), static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0))};
}

void note_symbols(Elf* elf, const GElf_Shdr& header, Elf_Scn* section, ObjectFile& object) {
    Elf_Data* data = elf_getdata(section, nullptr);
    if (data == nullptr || header.sh_entsize == 0)
        return;
    for (std::size_t i = 0; i < header.sh_size / header.sh_entsize; ++i) {
        GElf_Sym symbol;
        if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr || GELF_ST_BIND(symbol.st_info) == STB_LOCAL)
            continue;
        const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
        if (name == nullptr || *name == '\0')
            continue;
        const bool is_open = symbol.st_shndx == SHN_UNDEF;
        (is_open ? object.undefined : object.defined).insert(name);
        if (is_open && GELF_ST_BIND(symbol.st_info) != STB_WEAK)
            object.wanted.insert(name);
        if (symbol.st_shndx == SHN_COMMON)
            object.common.insert(name);
    }
}

ObjectFile read_elf(Elf* elf, std::string name) {
    ObjectFile object;
    object.name = std::move(name);
    std::size_t names = 0;
    GElf_Ehdr whole;
    const bool is_shared = gelf_getehdr(elf, &whole) != nullptr && whole.e_type == ET_DYN;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return object;
    for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr; section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) == nullptr)
            continue;
        const char* title = elf_strptr(elf, names, header.sh_name);
        if (header.sh_type == SHT_DYNSYM || (header.sh_type == SHT_SYMTAB && !is_shared))
            note_symbols(elf, header, section, object);
        else if (header.sh_type == SHT_PROGBITS && title != nullptr && std::string_view(title) == record_section)
            if (const Elf_Data* data = elf_rawdata(section, nullptr); data != nullptr && data->d_buf != nullptr)
                object.records = read_records({static_cast<const char*>(data->d_buf), data->d_size}, object.name);
    }
    return object;
}

std::vector<ObjectFile> read_thin(const std::string& path) {
    std::vector<ObjectFile> objects;
    const auto listed = frontend::run_process({"ar", "t", path});
    std::istringstream lines(listed.out);
    for (std::string line; std::getline(lines, line);) {
        for (auto& object : read_object_files(line)) {
            object.bytes = file_text(line);
            objects.push_back(std::move(object));
        }
    }
    return objects;
}

} // namespace

bool is_archive(const std::string& path) {
    const auto magic = magic_of(path);
    return magic == thick || magic == thin;
}

std::vector<ObjectFile> read_object_files(const std::string& path) {
    if (magic_of(path) == thin)
        return read_thin(path);
    std::vector<ObjectFile> objects;
    elf_version(EV_CURRENT);
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    Elf* const whole = file < 0 ? nullptr : elf_begin(file, ELF_C_READ, nullptr);
    const auto close = [&] {
        elf_end(whole);
        if (file >= 0)
            ::close(file);
    };
    try {
        if (whole != nullptr && elf_kind(whole) == ELF_K_ELF) {
            objects.push_back(read_elf(whole, path));
        } else if (whole != nullptr && elf_kind(whole) == ELF_K_AR) {
            Elf_Cmd command = ELF_C_READ;
            for (Elf* member = nullptr; (member = elf_begin(file, command, whole)) != nullptr;) {
                const Elf_Arhdr* header = elf_getarhdr(member);
                if (header != nullptr && elf_kind(member) == ELF_K_ELF) {
                    objects.push_back(read_elf(member, fmt::format("{}({})", path, header->ar_name)));
                    std::size_t size = 0;
                    const char* bytes = elf_rawfile(member, &size);
                    objects.back().bytes.assign(bytes, size);
                }
                command = elf_next(member);
                elf_end(member);
            }
        }
    } catch (...) {
        close();
        throw;
    }
    close();
    return objects;
}

} // namespace hydra::driver
