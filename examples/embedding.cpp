#include <iostream>

#include "mpart/embedder.hpp"
#include "mpart/mpart.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: embedding NETWORK.onnx DATA\n";
    return 2;
  }
  auto stream = mpart::embedded(mpart::open_source(argv[2]), {mpart::open_embedder(argv[1])});
  mpart::Session session({.budget = {1, 100}});
  mpart::ColumnOracle oracle;
  for (mpart::Sample sample; stream->next(sample);) session.step(sample, oracle);
  std::cout << session.learner().known_classes() << " classes known after "
            << session.ledger().asked() << " questions\n";
}
