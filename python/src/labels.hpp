#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>

namespace mpart::python {

// The engine knows classes by name, Python by objects: 3 is "3" there and comes back as 3.
// All members need the interpreter's lock.
class Labels {
 public:
  Labels() = default;
  explicit Labels(pybind11::dict by_name) : by_name_(std::move(by_name)) {}

  // "" for None and NaN. Throws Error(kBadInput) if another label has that name.
  std::string name_of(const pybind11::handle& label);

  // The name itself for a class that came from a file.
  pybind11::object label_of(std::string_view name) const;

  const pybind11::dict& by_name() const { return by_name_; }

 private:
  pybind11::dict by_name_;
};

}  // namespace mpart::python
