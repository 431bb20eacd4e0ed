#include "source/parquet/schema.hpp"

#include "util/text.hpp"

namespace mpart::parquet {
namespace {

// Numbers of the format. https://github.com/apache/parquet-format: parquet.thrift
enum Logical {
  kString = 1,
  kDecimal = 5,
  kDate = 6,
  kTime = 7,
  kTimestamp = 8,
  kInteger = 10,
  kUuid = 14,
  kFloat16 = 15
};
enum Converted {
  kOldDecimal = 5,
  kOldDate = 6,
  kOldTimeMillis = 7,
  kOldTimeMicros = 8,
  kOldTimestampMillis = 9,
  kOldTimestampMicros = 10,
  kOldUnsigned8 = 11,  // then 16, 32 and 64 bits
  kOldUnsigned64 = 14,
  kOldInterval = 21,
};
constexpr std::int64_t kRepeated = 2;
constexpr std::int64_t kMostDigits = 38;  // of a decimal of 16 bytes

void read_unit(ThriftReader& in, ThriftType type, SchemaElement& element) {
  in.read_struct(type, [&](std::int64_t id, ThriftType field) {
    element.unit = id;
    in.skip(field);
  });
}

// Details of the one member that the union has.
void read_logical(ThriftReader& in, ThriftType type, SchemaElement& element) {
  in.read_struct(type, [&](std::int64_t logical, ThriftType field) {
    element.logical = logical;
    in.read_struct(field, [&](std::int64_t id, ThriftType detail) {
      if (logical == kDecimal && id == 1) {
        element.scale = in.integer(detail);
      } else if ((logical == kTime || logical == kTimestamp) && id == 1) {
        element.utc = in.boolean(detail);
      } else if ((logical == kTime || logical == kTimestamp) && id == 2) {
        read_unit(in, detail, element);
      } else if (logical == kInteger && id == 1) {
        element.bits = in.integer(detail);
      } else if (logical == kInteger && id == 2) {
        element.is_signed = in.boolean(detail);
      } else {
        in.skip(detail);
      }
    });
  });
}

// Says in today's words what a file of old says.
void modernize(SchemaElement& element) {
  if (element.logical != 0) return;
  const std::int64_t old = element.converted;
  if (old == kOldDecimal) element.logical = kDecimal;
  if (old == kOldDate) element.logical = kDate;
  if (old == kOldTimeMillis || old == kOldTimeMicros) element.logical = kTime;
  if (old == kOldTimestampMillis || old == kOldTimestampMicros) {
    element.logical = kTimestamp;
    element.utc = true;
  }
  if (old == kOldTimeMillis || old == kOldTimestampMillis) element.unit = 1;
  if (old == kOldTimeMicros || old == kOldTimestampMicros) element.unit = 2;
  if (old >= kOldUnsigned8 && old <= kOldUnsigned64) {
    element.logical = kInteger;
    element.is_signed = false;
  }
}

// Bytes of a value as PLAIN spells it; 0 if each has its own length.
std::size_t width_of(const SchemaElement& element) {
  switch (static_cast<Physical>(element.physical)) {
    case Physical::kBoolean:
      return 1;
    case Physical::kInt32:
    case Physical::kFloat:
      return 4;
    case Physical::kInt64:
    case Physical::kDouble:
      return 8;
    case Physical::kInt96:
      return 12;
    case Physical::kBytes:
      return 0;
    case Physical::kFixedBytes:
      return static_cast<std::size_t>(element.length);
  }
  return 0;
}

CellKind kind_of(const SchemaElement& element) {
  switch (static_cast<Physical>(element.physical)) {
    case Physical::kBoolean:
      return CellKind::kBool;
    case Physical::kInt32:
    case Physical::kInt64:
      break;
    case Physical::kInt96:
      return CellKind::kInt96;
    case Physical::kFloat:
    case Physical::kDouble:
      return CellKind::kFloat;
    case Physical::kBytes:
      return element.logical == kDecimal ? CellKind::kDecimal : CellKind::kText;
    case Physical::kFixedBytes:
      if (element.logical == kDecimal) return CellKind::kDecimal;
      if (element.logical == kUuid && element.length == 16) return CellKind::kUuid;
      return element.logical == kFloat16 && element.length == 2 ? CellKind::kFloat
                                                                : CellKind::kText;
  }
  if (element.logical == kDecimal) return CellKind::kDecimal;
  if (element.logical == kDate) return CellKind::kDate;
  if (element.logical == kTime) return CellKind::kTime;
  if (element.logical == kTimestamp) return CellKind::kTimestamp;
  return element.is_signed ? CellKind::kSigned : CellKind::kUnsigned;
}

Column column_of(const SchemaElement& element, const std::string& name) {
  const auto fail = [&](const std::string& what) {
    bad_input(name, "column " + in_quotes(element.name) + " " + what);
  };
  constexpr auto kLast = static_cast<std::int64_t>(Physical::kFixedBytes);
  if (element.physical > kLast) fail("has an unknown type");
  const bool fixed = element.physical == kLast;
  constexpr std::int64_t kWidest = 1 << 20;
  if (fixed && (element.length < 1 || element.length > kWidest)) {
    fail("has values of a wrong length");
  }
  Column column{.name = element.name,
                .physical = static_cast<Physical>(element.physical),
                .width = width_of(element),
                .type = {},
                .optional = element.repetition == 1};
  CellType& type = column.type;
  type.kind = kind_of(element);
  type.width = column.width;
  type.utc = element.utc;
  type.units_a_second = element.unit == 3 ? 1'000'000'000 : element.unit == 2 ? 1'000'000 : 1'000;
  if (type.kind == CellKind::kDecimal) {
    if (element.scale < 0 || element.scale > kMostDigits || column.width > 16) {
      fail("holds decimals of more than 38 digits, which are not read; write it as a float");
    }
    type.scale = static_cast<int>(element.scale);
    type.big_endian = element.physical >= static_cast<std::int64_t>(Physical::kBytes);
  }
  if (fixed && element.converted == kOldInterval) fail("holds intervals, which are not read");
  return column;
}

}  // namespace

SchemaElement read_schema_element(ThriftReader& in, ThriftType type) {
  SchemaElement element;
  in.read_struct(type, [&](std::int64_t id, ThriftType field) {
    switch (id) {
      case 1:
        element.physical = in.integer(field);
        break;
      case 2:
        element.length = in.integer(field);
        break;
      case 3:
        element.repetition = in.integer(field);
        break;
      case 4:
        element.name = in.binary(field);
        break;
      case 5:
        element.children = in.integer(field);
        break;
      case 6:
        element.converted = in.integer(field);
        break;
      case 7:
        element.scale = in.integer(field);
        break;
      case 10:
        read_logical(in, field, element);
        break;
      default:
        in.skip(field);
    }
  });
  modernize(element);
  return element;
}

std::vector<Column> flat_columns(const std::vector<SchemaElement>& schema,
                                 const std::string& name) {
  std::vector<Column> columns;
  for (std::size_t i = 1; i < schema.size(); ++i) {  // the first is the table itself
    const SchemaElement& element = schema[i];
    if (element.physical < 0 || element.children > 0 || element.repetition == kRepeated) {
      bad_input(name, "column " + in_quotes(element.name) +
                          " holds lists or structs, one value a row expected; drop it, or write "
                          "its parts as columns of their own");
    }
    columns.push_back(column_of(element, name));
  }
  const bool flat = !schema.empty() && schema[0].children >= 0 &&
                    static_cast<std::size_t>(schema[0].children) == columns.size();
  if (!flat) bad_input(name, "damaged Parquet schema");
  return columns;
}

}  // namespace mpart::parquet
