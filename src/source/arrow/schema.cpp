#include "source/arrow/schema.hpp"

namespace mpart::arrow {
namespace {

// Numbers of the format. https://github.com/apache/arrow: format/Schema.fbs
enum Type : std::uint8_t {
  kTypeNull = 1,
  kTypeInt = 2,
  kTypeFloat = 3,
  kTypeBinary = 4,
  kTypeUtf8 = 5,
  kTypeBool = 6,
  kTypeDecimal = 7,
  kTypeDate = 8,
  kTypeTime = 9,
  kTypeTimestamp = 10,
  kTypeInterval = 11,
  kTypeFixedBinary = 15,
  kTypeDuration = 18,
  kTypeLargeBinary = 19,
  kTypeLargeUtf8 = 20,
  kTypeBinaryView = 23,
  kTypeUtf8View = 24,
};

std::int64_t units_of(std::int16_t unit) {
  switch (unit) {
    case 0:
      return 1;
    case 1:
      return 1'000;
    case 2:
      return 1'000'000;
    default:
      return 1'000'000'000;
  }
}

ArrayType fixed(CellKind kind, std::size_t width) {
  ArrayType type;
  type.layout = Layout::kFixed;
  type.cell.kind = kind;
  type.cell.width = width;
  return type;
}

ArrayType text_in(Layout layout) {
  ArrayType type;
  type.layout = layout;
  return type;
}

class TypeReader {
 public:
  TypeReader(const FlatTable& details, const std::string& name, std::string_view column)
      : details_(details), name_(name), column_(column) {}

  ArrayType read(std::uint8_t type) const {
    switch (type) {
      case kTypeNull:
        return {};
      case kTypeInt:
        return integer();
      case kTypeFloat:
        return fixed(CellKind::kFloat, floating_width());
      case kTypeBool:
        return {.layout = Layout::kBits, .cell = {.kind = CellKind::kBool, .width = 1}};
      case kTypeDecimal:
        return decimal();
      case kTypeDate:
        return fixed(CellKind::kDate, details_.number<std::int16_t>(0, 1) == 0 ? 4 : 8);
      case kTypeTime:
        return timed(CellKind::kTime, details_.number<std::int32_t>(1, 32) == 32 ? 4 : 8, 1);
      case kTypeTimestamp: {
        ArrayType array = timed(CellKind::kTimestamp, 8, 0);
        array.cell.utc = !details_.text(1).empty();
        return array;
      }
      case kTypeDuration:
        return fixed(CellKind::kSigned, 8);
      case kTypeFixedBinary:
        return fixed_text();
      case kTypeBinary:
      case kTypeUtf8:
        return text_in(Layout::kText);
      case kTypeLargeBinary:
      case kTypeLargeUtf8:
        return text_in(Layout::kLargeText);
      case kTypeBinaryView:
      case kTypeUtf8View:
        return text_in(Layout::kViews);
      case kTypeInterval:
        fail("holds intervals, which are not read");
      default:
        fail(
            "holds lists or structs, one value a row expected; drop it, or write its parts as "
            "columns of their own");
    }
  }

  ArrayType integer() const {
    const auto bits = details_.number<std::int32_t>(0, 0);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) fail("has an unknown type");
    const bool is_signed = details_.number<std::uint8_t>(1, 0) != 0;
    return fixed(is_signed ? CellKind::kSigned : CellKind::kUnsigned,
                 static_cast<std::size_t>(bits) / 8);
  }

  [[noreturn]] void fail(const std::string& what) const {
    bad_input(name_, "column " + in_quotes(column_) + " " + what);
  }

 private:
  std::size_t floating_width() const {
    const auto precision = details_.number<std::int16_t>(0, 0);
    return precision == 0 ? 2 : precision == 1 ? 4 : 8;
  }

  ArrayType timed(CellKind kind, std::size_t width, std::int16_t usual_unit) const {
    ArrayType array = fixed(kind, width);
    array.cell.units_a_second = units_of(details_.number<std::int16_t>(0, usual_unit));
    return array;
  }

  ArrayType decimal() const {
    constexpr std::int32_t kMostDigits = 38;
    const auto scale = details_.number<std::int32_t>(1, 0);
    const auto bits = details_.number<std::int32_t>(2, 128);
    const bool known = bits == 32 || bits == 64 || bits == 128;
    if (!known || scale < 0 || scale > kMostDigits) {
      fail("holds decimals of more than 38 digits, which are not read; write it as a float");
    }
    ArrayType array = fixed(CellKind::kDecimal, static_cast<std::size_t>(bits) / 8);
    array.cell.scale = scale;
    return array;
  }

  ArrayType fixed_text() const {
    constexpr std::int32_t kWidest = 1 << 20;
    const auto width = details_.number<std::int32_t>(0, 0);
    if (width < 1 || width > kWidest) fail("has values of a wrong length");
    return fixed(CellKind::kText, static_cast<std::size_t>(width));
  }

  const FlatTable& details_;
  const std::string& name_;
  std::string_view column_;
};

Field read_field(const FlatTable& field, const std::string& name) {
  Field result;
  result.name = field.text(0);
  const auto type = field.number<std::uint8_t>(2, 0);
  const std::optional<FlatTable> details = field.table(3);
  if (!details) bad_input(name, "damaged Arrow metadata");
  const TypeReader values(*details, name, result.name);
  result.type = values.read(type);
  if (const std::optional<FlatTable> dictionary = field.table(4)) {
    result.dictionary = dictionary->number<std::int64_t>(0, 0);
    const std::optional<FlatTable> index = dictionary->table(1);
    result.index =
        index ? TypeReader(*index, name, result.name).integer() : fixed(CellKind::kSigned, 4);
    if (result.type.layout == Layout::kNull) values.fail("has an unknown type");
  }
  return result;
}

}  // namespace

Schema read_schema(const FlatTable& schema, TableMemory& memory, const std::string& name) {
  if (schema.number<std::int16_t>(0, 0) != 0) {
    bad_input(name, "written on a big-endian machine, which is not read");
  }
  Schema result;
  const FlatVector fields = schema.vector(1, 4);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const FlatTable field = schema.element(fields, i);
    memory.take(4 * (sizeof(Field) + field.text(0).size()));  // with what a reader adds to each
    result.fields.push_back(read_field(field, name));
  }
  const FlatVector metadata = schema.vector(2, 4);
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    const FlatTable pair = schema.element(metadata, i);
    if (pair.text(0) == "pandas") result.pandas = pair.text(1);
  }
  return result;
}

}  // namespace mpart::arrow
