#include "prepare/onnx_message.hpp"

#include <gtest/gtest.h>

using mpart::embed::explain_onnx_error;

namespace {
std::string explained(const std::string& message) { return explain_onnx_error(message, "1.31.1"); }
}  // namespace

TEST(OnnxMessage, AnOperatorThatIsNotSupportedIsNamed) {
  const std::string expected = "operator Fourier is not supported by ONNX Runtime 1.31.1";
  EXPECT_EQ(explained("Fatal error: No Op registered for Fourier with domain_version of 11"),
            expected);
  EXPECT_EQ(explained("Could not find an implementation for Fourier(1) node with name 'f'"),
            expected);
}

TEST(OnnxMessage, AnOperatorThatFailsIsNamedWithoutPlacesInTheSource) {
  const std::string start = "Non-zero status code returned while running Gather node. Name:'a' ";
  EXPECT_EQ(explained(start + "Status Message: out of bounds"),
            "operator Gather fails: out of bounds");
  EXPECT_EQ(explained(start + "Status Message: gather.cc:69 Compute out of bounds"),
            "operator Gather fails: out of bounds");
  EXPECT_EQ(explained(start + "Status Message: /src/core/reshape.h:91 Helper::Helper(const "
                              "Shape&, bool (*)(int)) const [with T = list<int>[3]] out of bounds"),
            "operator Gather fails: out of bounds");
  EXPECT_EQ(explained(start + "Status Message: /src/arena.cc:360 void* f(int) Available memory of "
                              "12 is smaller than requested bytes of 40"),
            "operator Gather fails: more memory is needed than a network may have");
}

TEST(OnnxMessage, AnyOtherMessageIsKept) {
  EXPECT_EQ(explained("the graph is not acyclic."),
            "ONNX Runtime 1.31.1 cannot run it: the graph is not acyclic.");
  EXPECT_EQ(explained("Exception during initialization: /src/a.h:2 A::A() zero"),
            "ONNX Runtime 1.31.1 cannot run it: zero");
  for (const char* const odd : {"", "a.b:", "a.b:1", "a.b:1 ", "/a.b:1 f(", "/a.b:1 f() [", ":1 x",
                                "Status Message: ", "while running "}) {
    EXPECT_EQ(explained(odd).rfind("ONNX Runtime 1.31.1 cannot run it: ", 0), 0U) << odd;
  }
}
