#include "learn/core/messages/label_densities.hpp"

#include <algorithm>
#include <numeric>

namespace mpart {

std::uint64_t LabelDensities::total(NodeIndex j) const {
  std::uint64_t sum = 0;
  for (const LabelCount& density : at(j)) sum += density.count;
  return sum;
}

std::uint64_t LabelDensities::received() const {
  return std::accumulate(received_.begin(), received_.end(), std::uint64_t{0});
}

ClassIndex LabelDensities::index_of(std::string_view label) {
  const auto next = static_cast<ClassIndex>(names_.size());
  const auto [place, is_new] = indices_.try_emplace(std::string(label), next);
  if (is_new) {
    names_.emplace_back(label);
    received_.push_back(0);
  }
  return place->second;
}

ClassIndex LabelDensities::add(NodeIndex j, std::string_view label) {
  const ClassIndex index = index_of(label);
  if (received_[index]++ == 0) ++known_count_;
  add(j, index, 1);
  return index;
}

void LabelDensities::add(NodeIndex j, ClassIndex label, std::uint64_t count) {
  std::vector<LabelCount>& own = densities_.edit(j);
  for (LabelCount& density : own) {
    if (density.label == label) {
      density.count += count;
      return;
    }
  }
  own.push_back({label, count});
}

void LabelDensities::add_all(const LabelDensities& other, std::span<const NodeIndex> place) {
  std::vector<ClassIndex> ours;
  for (ClassIndex label = 0; label < other.names_.size(); ++label) {
    ours.push_back(index_of(other.names_[label]));
    if (received_[ours.back()] == 0 && other.known(label)) ++known_count_;
    received_[ours.back()] += other.received_[label];
  }
  for (NodeIndex i = 0; i < other.size(); ++i) {
    if (place[i] == kNoNode) continue;
    for (const LabelCount& density : other.at(i)) add(place[i], ours[density.label], density.count);
  }
}

bool LabelDensities::remove(NodeIndex j, ClassIndex label) {
  std::vector<LabelCount>& own = densities_.edit(j);
  const auto density = std::find_if(own.begin(), own.end(),
                                    [label](const LabelCount& d) { return d.label == label; });
  if (density == own.end()) return false;
  if (--density->count == 0) own.erase(density);
  if (--received_[label] == 0) --known_count_;
  return true;
}

LabelDensities LabelDensities::select(std::span<const NodeIndex> kept) const {
  LabelDensities selected = *this;
  selected.densities_ = {};
  selected.densities_.resize(kept.size());
  for (NodeIndex i = 0; i < kept.size(); ++i) {
    const std::span<const LabelCount> own = at(kept[i]);
    if (!own.empty()) selected.densities_.edit(i).assign(own.begin(), own.end());
  }
  return selected;
}

void LabelDensities::save(Writer& writer) const {
  writer.u64(names_.size());
  for (ClassIndex label = 0; label < names_.size(); ++label) {
    writer.text(names_[label]);
    writer.u64(received_[label]);
  }
  writer.u64(size());
  for (NodeIndex j = 0; j < size(); ++j) {
    writer.u64(at(j).size());
    for (const LabelCount& density : at(j)) {
      writer.u32(density.label);
      writer.u64(density.count);
    }
  }
}

void LabelDensities::load(Reader& reader) {
  constexpr std::size_t kClassBytes = 16;
  constexpr std::size_t kNodeBytes = 8;
  constexpr std::size_t kDensityBytes = 12;
  for (std::size_t left = reader.count(kClassBytes); left > 0; --left) {
    const ClassIndex label = index_of(reader.text());
    require(label + 1 == names_.size(), "two classes with the same name");
    received_[label] = reader.u64();
    known_count_ += received_[label] > 0 ? 1 : 0;
  }
  std::vector<std::uint64_t> held(names_.size());
  densities_.resize(reader.count(kNodeBytes));
  for (NodeIndex j = 0; j < size(); ++j) {
    const std::size_t labels = reader.count(kDensityBytes);
    if (labels == 0) continue;
    densities_.edit(j).resize(labels);
    for (LabelCount& density : densities_.edit(j)) {
      density.label = reader.u32();
      density.count = reader.u64();
      require(density.label < names_.size() && density.count > 0, "a label of an unknown class");
      held[density.label] += density.count;
      require(
          held[density.label] >= density.count && held[density.label] <= received_[density.label],
          "more labels than were received");
    }
  }
}

}  // namespace mpart
