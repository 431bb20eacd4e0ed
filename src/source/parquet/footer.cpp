#include "source/parquet/footer.hpp"

#include <algorithm>
#include <string_view>

#include "source/parquet/schema.hpp"
#include "source/parquet/thrift.hpp"
#include "util/little_endian.hpp"
#include "util/text.hpp"

namespace mpart::parquet {
namespace {

constexpr std::string_view kMagic = "PAR1", kEncryptedMagic = "PARE";
constexpr std::size_t kTail = 8;  // the footer's length and the magic
constexpr std::size_t kLongestFooter = std::size_t{256} << 20;
constexpr std::size_t kMostColumns = std::size_t{1} << 20;

// Metadata of a chunk as it is written.
struct RawChunk {
  std::int64_t physical = -1, codec = 0, values = 0, size = 0, data = 0, dictionary = 0;
  bool elsewhere = false;  // in another file
  bool encrypted = false;
};

void read_chunk_metadata(ThriftReader& in, ThriftType type, RawChunk& chunk) {
  in.read_struct(type, [&](std::int64_t id, ThriftType field) {
    switch (id) {
      case 1:
        chunk.physical = in.integer(field);
        break;
      case 4:
        chunk.codec = in.integer(field);
        break;
      case 5:
        chunk.values = in.integer(field);
        break;
      case 7:
        chunk.size = in.integer(field);
        break;
      case 9:
        chunk.data = in.integer(field);
        break;
      case 11:
        chunk.dictionary = in.integer(field);
        break;
      default:
        in.skip(field);
    }
  });
}

RawChunk read_chunk(ThriftReader& in, ThriftType type) {
  RawChunk chunk;
  in.read_struct(type, [&](std::int64_t id, ThriftType field) {
    if (id == 3) {
      read_chunk_metadata(in, field, chunk);
      return;
    }
    if (id == 1) chunk.elsewhere = true;
    if (id == 8) chunk.encrypted = true;
    in.skip(field);
  });
  return chunk;
}

struct RawGroup {
  std::int64_t rows = 0;
  std::vector<RawChunk> chunks;
};

RawGroup read_group(ThriftReader& in, ThriftType type) {
  RawGroup group;
  in.read_struct(type, [&](std::int64_t id, ThriftType field) {
    if (id == 1) {
      in.read_list(field,
                   [&](ThriftType element) { group.chunks.push_back(read_chunk(in, element)); });
    } else if (id == 3) {
      group.rows = in.integer(field);
    } else {
      in.skip(field);
    }
  });
  return group;
}

// Keeps the value that pandas wrote for itself.
void read_key_value(ThriftReader& in, ThriftType type, std::string& pandas) {
  std::string_view key, value;
  in.read_struct(type, [&](std::int64_t id, ThriftType field) {
    if (id == 1) {
      key = in.binary(field);
    } else if (id == 2) {
      value = in.binary(field);
    } else {
      in.skip(field);
    }
  });
  if (key == "pandas") pandas = value;
}

Packing packing_of(std::int64_t codec, const std::string& name) {
  constexpr Packing kByCodec[] = {Packing::kNone, Packing::kSnappy,  Packing::kGzip,
                                  Packing::kNone, Packing::kNone,    Packing::kLz4Hadoop,
                                  Packing::kZstd, Packing::kLz4Block};
  constexpr std::int64_t kLzo = 3, kBrotli = 4;
  if (codec == kLzo || codec == kBrotli || codec < 0 || codec >= std::ssize(kByCodec)) {
    const std::string found = codec == kLzo      ? "LZO"
                              : codec == kBrotli ? "Brotli"
                                                 : "number " + std::to_string(codec);
    bad_input(name, "compressed by " + found +
                        ", which is not read; write the file with snappy, gzip, zstd, lz4 or no "
                        "compression");
  }
  return kByCodec[codec];
}

class FooterChecker {
 public:
  FooterChecker(const RandomInput& file, std::uint64_t data_end)
      : name_(file.name()), data_end_(data_end) {}

  RowGroup checked(const RawGroup& raw, const std::vector<Column>& columns) const {
    if (raw.rows < 0 || raw.chunks.size() != columns.size()) damaged();
    RowGroup group{.rows = static_cast<std::uint64_t>(raw.rows), .chunks = {}};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const RawChunk& chunk = raw.chunks[i];
      const std::string column = "column " + in_quotes(columns[i].name);
      if (chunk.encrypted) bad_input(name_, column + " is encrypted, which is not read");
      if (chunk.elsewhere) bad_input(name_, column + " is in another file, which is not read");
      if (chunk.values != raw.rows ||
          chunk.physical != static_cast<std::int64_t>(columns[i].physical)) {
        damaged();
      }
      group.chunks.push_back(located(chunk));
    }
    return group;
  }

  [[noreturn]] void damaged() const { bad_input(name_, "damaged Parquet footer"); }

 private:
  Chunk located(const RawChunk& raw) const {
    // Some writers give 0 for no dictionary.
    const bool dictionary = raw.dictionary > 0 && raw.dictionary < raw.data;
    const std::int64_t begin = dictionary ? raw.dictionary : raw.data;
    if (begin < 0 || raw.size < 0 || static_cast<std::uint64_t>(begin) > data_end_ ||
        static_cast<std::uint64_t>(raw.size) > data_end_ - static_cast<std::uint64_t>(begin)) {
      damaged();
    }
    return {.begin = static_cast<std::uint64_t>(begin),
            .end = static_cast<std::uint64_t>(begin) + static_cast<std::uint64_t>(raw.size),
            .packing = packing_of(raw.codec, name_)};
  }

  const std::string& name_;
  std::uint64_t data_end_;
};

// The footer's bytes; where they begin is where the data ends.
std::string footer_bytes(const RandomInput& file, std::uint64_t& data_end) {
  const std::uint64_t size = file.size();
  if (size < kMagic.size() + kTail) bad_input(file.name(), "not a Parquet file, or cut short");
  char head[4], tail[kTail];
  file.read(0, head);
  file.read(size - kTail, tail);
  const std::string_view first(head, sizeof head), last(tail + 4, 4);
  if (last == kEncryptedMagic) bad_input(file.name(), "encrypted Parquet, which is not read");
  if (first != kMagic) bad_input(file.name(), "not a Parquet file");
  if (last != kMagic) bad_input(file.name(), "cut short: a Parquet file ends with PAR1");
  const auto length = load_little_endian<std::uint32_t>(tail);
  if (length > size - kTail - kMagic.size() || length > kLongestFooter) {
    bad_input(file.name(), "damaged Parquet footer");
  }
  data_end = size - kTail - length;
  std::string bytes(length, '\0');
  file.read(data_end, bytes);
  return bytes;
}

}  // namespace

Footer read_footer(const RandomInput& file) {
  std::uint64_t data_end = 0;
  const std::string bytes = footer_bytes(file, data_end);
  const FooterChecker checker(file, data_end);
  ThriftReader in(bytes);
  std::vector<SchemaElement> schema;
  Footer footer;
  std::int64_t rows = 0;
  in.read_struct(ThriftType::kStruct, [&](std::int64_t id, ThriftType field) {
    if (id == 2) {
      in.read_list(field,
                   [&](ThriftType element) { schema.push_back(read_schema_element(in, element)); });
      if (in.failed() || schema.size() > kMostColumns) checker.damaged();
      footer.columns = flat_columns(schema, file.name());
    } else if (id == 3) {
      rows = in.integer(field);
    } else if (id == 4) {
      in.read_list(field, [&](ThriftType element) {
        const RawGroup group = read_group(in, element);
        if (in.failed()) checker.damaged();
        footer.groups.push_back(checker.checked(group, footer.columns));
        footer.rows += footer.groups.back().rows;
      });
    } else if (id == 5) {
      in.read_list(field, [&](ThriftType element) { read_key_value(in, element, footer.pandas); });
    } else {
      in.skip(field);
    }
  });
  if (in.failed() || rows < 0 || footer.rows != static_cast<std::uint64_t>(rows)) {
    checker.damaged();
  }
  if (footer.columns.empty()) bad_input(file.name(), "no columns");
  return footer;
}

}  // namespace mpart::parquet
