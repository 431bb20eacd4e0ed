#include "source/parquet/page_header.hpp"

#include "source/parquet/thrift.hpp"

namespace mpart::parquet {
namespace {

// Dictionaries begin with the same two fields.
void read_data_header(ThriftReader& in, ThriftType type, PageHeader& header) {
  in.read_struct(type, [&](std::int64_t id, ThriftType field) {
    switch (id) {
      case 1:
        header.values = in.integer(field);
        break;
      case 2:
        header.encoding = in.integer(field);
        break;
      case 3:
        if (header.kind == PageHeader::kData) {
          header.level_encoding = in.integer(field);
          break;
        }
        [[fallthrough]];
      default:
        in.skip(field);
    }
  });
}

void read_data2_header(ThriftReader& in, ThriftType type, PageHeader& header) {
  in.read_struct(type, [&](std::int64_t id, ThriftType field) {
    switch (id) {
      case 1:
        header.values = in.integer(field);
        break;
      case 4:
        header.encoding = in.integer(field);
        break;
      case 5:
        header.definition_size = in.integer(field);
        break;
      case 6:
        header.repetition_size = in.integer(field);
        break;
      case 7:
        header.packed = in.boolean(field);
        break;
      default:
        in.skip(field);
    }
  });
}

}  // namespace

bool read_page_header(std::string_view bytes, PageHeader& header, std::size_t& size) {
  ThriftReader in(bytes);
  header = {};
  in.read_struct(ThriftType::kStruct, [&](std::int64_t id, ThriftType field) {
    switch (id) {
      case 1:
        header.kind = in.integer(field);
        break;
      case 2:
        header.unpacked_size = in.integer(field);
        break;
      case 3:
        header.packed_size = in.integer(field);
        break;
      case 5:
      case 7:
        read_data_header(in, field, header);
        break;
      case 8:
        read_data2_header(in, field, header);
        break;
      default:
        in.skip(field);
    }
  });
  size = in.position();
  return !in.failed();
}

}  // namespace mpart::parquet
