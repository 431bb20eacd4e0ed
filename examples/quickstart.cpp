#include <iostream>

#include "mpart/mpart.hpp"

int main() {
  auto stream = mpart::open_source("examples/data/fashion4d.csv");
  mpart::Session session({.budget = {1, 100}});  // one question in a hundred samples
  mpart::ColumnOracle oracle;                    // answers from the label column
  mpart::Sample sample;
  while (stream->next(sample)) session.step(sample, oracle);

  mpart::Scratch scratch;
  mpart::Prediction prediction;
  session.predict(sample, scratch, prediction);
  std::cout << "class " << session.predicted(prediction) << " after " << session.ledger().asked()
            << " questions\n";
}
