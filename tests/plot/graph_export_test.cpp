#include "plot/graph_export.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "mpart/error.hpp"
#include "plot/python.hpp"
#include "plot/small_graph.hpp"

namespace mpart::plot {
namespace {

std::string written(const Graph& graph, GraphFormat format) {
  std::ostringstream out;
  write_graph(out, graph, format);
  return out.str();
}

Graph evil_graph() {
  Graph graph = small_graph();
  graph.classes[0] = evil_name();
  return graph;
}

// evil_name() as a reader of JSON has to see it.
constexpr char kEvilInPython[] =
    R"(evil = "a\"b'c<d>&e\\f\n@g_{h}^i`touch pwned`$k #l;\t\x01\ufffd\u00e9 \ufffd\ufffd\ufffd ]]> \\"
)";

TEST(GraphExport, JsonReadsBackAsTheSameGraph) {
  const std::string script = std::string(kEvilInPython) + R"(
import json, sys
g = json.load(sys.stdin)
assert g["directed"] is False and g["multigraph"] is False
assert g["graph"]["classes"] == [evil, "dog", "withdrawn"]
assert [n["id"] for n in g["nodes"]] == [7, 8, 11, 12, 18446744073709551615]
assert [n["wins"] for n in g["nodes"]] == [1, 5, 20, 1, 3]
assert g["nodes"][0]["lower"] == [0.1, 0.1] and g["nodes"][0]["upper"] == [0.1 + 0.1, 0.1 + 0.05]
assert g["nodes"][0]["labels"] == {evil: 2, "dog": 1} and g["nodes"][1]["labels"] == {}
assert [n["predicted"] for n in g["nodes"]] == [evil] * 3 + ["dog", ""]
assert [(e["source"], e["target"]) for e in g["links"]] == [(7, 8), (7, 11), (8, 11), (11, 12)]
assert [e["count"] for e in g["links"]] == [1, 2, 4, 1]
assert [e["weight"] for e in g["links"]] == [0.1, 0.2, 0.4, 1 / 3]
print("same"))";
  EXPECT_EQ(ask_python(script, written(evil_graph(), GraphFormat::kJson)), "same\n");
}

TEST(GraphExport, GraphmlReadsBackAsTheSameGraph) {
  const std::string script = std::string(kEvilInPython) + R"(
import json, sys, xml.etree.ElementTree as tree
space = {"g": "http://graphml.graphdrawing.org/xmlns"}
root = tree.fromstring(sys.stdin.buffer.read())
keys = {k.get("id"): k.get("attr.type") for k in root.findall("g:key", space)}
def data(element): return {d.get("key"): d.text or "" for d in element.findall("g:data", space)}
graph = root.find("g:graph", space)
assert graph.get("edgedefault") == "undirected"
nodes = {n.get("id"): data(n) for n in graph.findall("g:node", space)}
assert list(nodes) == ["7", "8", "11", "12", "18446744073709551615"]
assert all(set(d) <= set(keys) for d in nodes.values())
first = nodes["7"]
assert first["wins"] == "1" and first["lower"] == "0.1 0.1"
assert [float(v) for v in first["upper"].split()] == [0.1 + 0.1, 0.1 + 0.05]
assert json.loads(first["labels"]) == {evil: 2, "dog": 1}
assert first["predicted"] == evil.replace("\x01", "") and nodes["18446744073709551615"]["predicted"] == ""
edges = [(e.get("source"), e.get("target"), data(e)) for e in graph.findall("g:edge", space)]
assert [e[:2] for e in edges] == [("7", "8"), ("7", "11"), ("8", "11"), ("11", "12")]
assert [float(e[2]["weight"]) for e in edges] == [0.1, 0.2, 0.4, 1 / 3]
assert [int(e[2]["count"]) for e in edges] == [1, 2, 4, 1]
print("same"))";
  EXPECT_EQ(ask_python(script, written(evil_graph(), GraphFormat::kGraphml)), "same\n");
}

// Removes quoted strings, as Graphviz reads them.
std::string without_strings(const std::string& dot) {
  std::string rest;
  bool quoted = false;
  for (std::size_t i = 0; i < dot.size(); ++i) {
    if (quoted && dot[i] == '\\') {
      ++i;
    } else if (dot[i] == '"') {
      quoted = !quoted;
    } else if (!quoted) {
      rest += dot[i];
    }
  }
  return quoted ? "a string does not end" : rest;
}

TEST(GraphExport, DotHasOneStatementANodeAndEdgeWhateverTheNames) {
  const std::string attributes = ", lower=, upper=, labels=, predicted=];\n";
  EXPECT_EQ(without_strings(written(evil_graph(), GraphFormat::kDot)),
            "graph mpart {\n"
            "  7 [wins=1" +
                attributes + "  8 [wins=5" + attributes + "  11 [wins=20" + attributes +
                "  12 [wins=1" + attributes + "  18446744073709551615 [wins=3" + attributes +
                "  7 -- 8 [count=1, weight=];\n"
                "  7 -- 11 [count=2, weight=];\n"
                "  8 -- 11 [count=4, weight=];\n"
                "  11 -- 12 [count=1, weight=];\n"
                "}\n");
}

TEST(GraphExport, EmptyGraphIsSoundInEveryFormat) {
  EXPECT_EQ(ask_python("import json, sys; print(json.load(sys.stdin)['nodes'])",
                       written({}, GraphFormat::kJson)),
            "[]\n");
  EXPECT_EQ(ask_python("import sys, xml.etree.ElementTree as t; t.parse(sys.stdin); print('ok')",
                       written({}, GraphFormat::kGraphml)),
            "ok\n");
  EXPECT_EQ(written({}, GraphFormat::kDot), "graph mpart {\n}\n");
}

TEST(GraphExport, UnknownFormatIsBadUse) {
  EXPECT_EQ(parse_graph_format("dot"), GraphFormat::kDot);
  EXPECT_EQ(parse_graph_format("json"), GraphFormat::kJson);
  EXPECT_EQ(parse_graph_format("graphml"), GraphFormat::kGraphml);
  try {
    parse_graph_format("gexf");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidArgument);
    EXPECT_STREQ(error.what(), "graph format graphml, json or dot expected, 'gexf' found");
  }
}

}  // namespace
}  // namespace mpart::plot
