"""What is true of the server that tests/schemathesis/check starts, and not of every server.

The contract says what any server takes. This one has learned samples of two values and runs no
network, and its Label Studio project has one choice: without that, nearly every sample that
schemathesis makes up would be refused, and little would be tested.
"""
import schemathesis
from schemathesis.engine import observations

VALUES = {"type": "array", "items": {"type": ["number", "null"], "minimum": -1e100, "maximum": 1e100},
          "minItems": 2, "maxItems": 2}
TASK_VALUES = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
CONFIG = ('<View><Text name="text" value="$text"/><Choices name="kind" toName="text">'
          '<Choice value="cat"/><Choice value="dog"/></Choices></View>')
# What a network embeds, rows of a table, texts, and lines of JSON, which a schema cannot describe.
LEFT_OUT = {"$ref": ("PictureSample", "NamedSample", "TextSample"), "content": ("application/x-ndjson",)}


def require(schema, name):
    schema["required"] = sorted({*schema.get("required", ()), name})


def narrow_properties(schema, properties):
    if properties.get("values", {}).get("type") == "array" and "id" in properties:  # a sample
        properties["values"] = VALUES
        require(schema, "values")
    if "data" in properties and "id" in properties:  # a task of Label Studio
        properties["data"] = {"type": "object", "properties": {"values": TASK_VALUES}}
    for name in ("label_config", "schema"):
        if properties.get(name, {}).get("type") == "string":
            properties[name] = {"type": "string", "enum": [CONFIG]}
    if schema.get("title", "").endswith("Answer"):
        properties.pop("id", None)  # has to be that of the path


def is_left_out(item):
    return isinstance(item, dict) and item.get("$ref", "").endswith(LEFT_OUT["$ref"])


def narrow(part):
    """In place, everything below as well."""
    if isinstance(part, list):
        part[:] = [item for item in part if not is_left_out(item)]
        for item in part:
            narrow(item)
    if isinstance(part, dict):
        if isinstance(part.get("properties"), dict):
            narrow_properties(part, part["properties"])
        if isinstance(part.get("content"), dict):
            for kind in LEFT_OUT["content"]:
                part["content"].pop(kind, None)
        for item in part.values():
            narrow(item)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    narrow(raw_schema)


# Limits are in bytes, and a schema counts characters.
MOST_BYTES = {"id": 200, "label": 200, "client": 100}


def fits(body):
    """Whether no text in the body has more bytes than it may, and no sample lacks every value."""
    if isinstance(body, list):
        return all(map(fits, body))
    if not isinstance(body, dict):
        return True
    if isinstance(body.get("values"), list) and not any(value is not None for value in body["values"]):
        return False
    return all(fits(value) and len(str(value).encode("utf-8", "surrogatepass")) <= MOST_BYTES.get(key, 1 << 30)
               for key, value in body.items())


@schemathesis.hook
def filter_body(context, body):
    return fits(body)


def without_error(find_path):
    """schemathesis 4.32 ends at an answer with a text like "http://[", which is no address."""
    def find(value, origin):
        try:
            return find_path(value, origin)
        except ValueError:
            return None
    return find


observations._same_origin_path = without_error(observations._same_origin_path)
