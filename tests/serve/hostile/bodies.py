"""Bodies: too large, too deep, too many, packed."""
import base64
import gzip
import struct
import zlib
from pathlib import Path

from hostile.attack import HUNG_UP, OPEN, REFUSED, TOKEN, attack, expect, to_json

LARGE = 15 << 20  # just below what a batch of samples may take
NETWORK = Path(__file__).parents[3] / "models/fashion-mnist-4d.onnx"


def small_routes(hostile):
    return [hostile.api + path for path in (
        "/queries/next", "/queries/1/label", "/queries/1/skip", "/snapshot",
        "/answers", "/budget", "/demo")]


def routes(hostile):
    return [hostile.api + "/samples", hostile.api + "/predict", *small_routes(hostile),
            *("/label-studio/" + name for name in ("predict", "setup", "webhook"))]


def post_to_some(hostile, body):
    """To two routes that take 15 MB, and one that does not."""
    hostile.post_all([hostile.api + "/predict", hostile.api + "/queries/next",
                      "/label-studio/predict"], body)


@attack(TOKEN, OPEN)
def large_body_to_small_routes(hostile):
    body = b'{"client":"' + b"x" * LARGE + b'"}'
    for path in small_routes(hostile):
        reply = hostile.exchange(hostile.request("POST", path, body))
        expect(reply.status in (401, 403, 404, 405, 413, HUNG_UP), f"POST {path}: {reply.status}")
    hostile.wait()


@attack(TOKEN, seconds=3)
def sixty_large_bodies(hostile):
    """All but their last byte, and then nothing."""
    data = hostile.request("POST", hostile.api + "/samples", b" " * LARGE)[:-1]
    connections = [hostile.connect() for _ in range(60)]
    for one in connections:
        one.settimeout(0.02)
        try:
            one.sendall(data)
        except OSError:
            pass
    hostile.repeat(lambda: [hostile.pour(one, b" " * 65536, 1 << 20) for one in connections])


@attack(TOKEN)
def body_before_the_token(hostile):
    """The answer has to come before the body does."""
    data = hostile.request("POST", hostile.api + "/samples", b" " * LARGE)
    header = data[:len(data) - LARGE]
    with hostile.connect() as one:
        one.sendall(header)
        reply = hostile.read_reply(one, patience=2)
        expect(reply.status == 401, f"2 s after the header: {reply.status or 'no answer'}")
    expecting = header.replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n")
    reply = hostile.exchange(expecting, patience=2)
    expect(reply.status == 401, f"Expect: 100-continue: {reply.status or 'no answer'}")
    with hostile.connect() as one:
        one.sendall(header)
        hostile.pour(one, b" " * 65536, LARGE)
    hostile.wait()


@attack(TOKEN, OPEN, seconds=3)
def deep_arrays(hostile):
    hostile.post_all(routes(hostile), b"[" * LARGE)


@attack(TOKEN, OPEN, seconds=2)
def deep_objects(hostile):
    post_to_some(hostile, b'{"values":' * (LARGE // 10))


@attack(TOKEN, OPEN, seconds=2)
def deep_below_unknown_fields(hostile):
    """Whole and balanced, where a reader might skip what it does not know."""
    depth = 10000
    post_to_some(hostile, b'{"values":[0.5,0.5],"x":' + b"[" * depth + b"]" * depth + b"}")


@attack(TOKEN, OPEN, seconds=2)
def huge_numbers(hostile):
    for number in (b"9" * LARGE, b"1e999999999", b"-1e400", b"1e" + b"9" * 1000000,
                   b"0x" + b"f" * 1000000, b"NaN", b"-" * 1000000):
        post_to_some(hostile, b'{"values":[' + number + b',0.5]}')


@attack(TOKEN, OPEN, seconds=2)
def many_values(hostile):
    """Seven million values in a sample, where the model takes two."""
    post_to_some(hostile, b'{"values":[' + b"0," * (LARGE // 2) + b"0]}")


@attack(TOKEN, OPEN, seconds=2)
def many_samples(hostile):
    """A million samples, where a request may have 4,096."""
    post_to_some(hostile, b"[" + b'{"values":[]},' * (LARGE // 14) + b"{}]")


@attack(TOKEN, OPEN, seconds=2)
def huge_strings(hostile):
    for key in (b"id", b"label", b"client", b"x"):
        post_to_some(hostile, b'{"values":[0.5,0.5],"' + key + b'":"' + b"\\u0041" * (LARGE // 6) + b'"}')


@attack(TOKEN, OPEN, seconds=2)
def million_keys(hostile):
    keys = b",".join(b'"k%d":0' % i for i in range(1000000))
    post_to_some(hostile, b'{"values":[0.5,0.5],' + keys + b"}")


@attack(TOKEN, OPEN)
def same_key_again_and_again(hostile):
    post_to_some(hostile, b"{" + b'"values":[],' * (LARGE // 12) + b'"values":[0.5]}')


@attack(TOKEN, OPEN)
def not_unicode(hostile):
    for text in (b"\xff" * 1000, b'{"values":[0.5,0.5],"id":"\xc0\xaf"}', b"\xef\xbb\xbf" * 1000,
                 b'{"values":[0.5,0.5],"id":"\\ud800"}', b"\0" * 100000,
                 b'{"values":[0.5,0.5],"id":"\0"}'):
        post_to_some(hostile, text)


@attack(TOKEN, OPEN)
def packed_bodies(hostile):
    """A gigabyte of spaces and a sample, packed; and encodings that nobody has."""
    packed = gzip.compress(b" " * (1 << 26) + b'{"values":[0.5,0.5]}', 6)
    for encoding in ("gzip", "deflate", "br", "gzip, gzip", "x"):
        hostile.post_all([hostile.api + "/predict"], packed * 15, [f"Content-Encoding: {encoding}"])


@attack(TOKEN, OPEN)
def other_content_types(hostile):
    """Lines without end, forms, XML."""
    predict = hostile.api + "/predict"
    for kind in ("application/x-ndjson", "text/plain", "multipart/form-data; boundary=x",
                 "application/x-www-form-urlencoded", "application/xml", "application/jsonx"):
        hostile.post_all([predict], b'{"values":[' + b"1" * LARGE, [f"Content-Type: {kind}"])


@attack(TOKEN, OPEN, seconds=2)
def xml_bomb(hostile):
    """Label Studio's labelling configuration is XML."""
    laughs = "".join(f'<!ENTITY a{i} "{10 * f"&a{i - 1};"}">' for i in range(1, 10))
    for text in (f'<!DOCTYPE x [<!ENTITY a0 "ha">{laughs}]><View>&a9;</View>',
                 '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><View>&a;</View>',
                 "<a>" * (LARGE // 3), "<a " + "x='' " * (LARGE // 6) + "/>"):
        reply = hostile.exchange(hostile.request("POST", "/label-studio/setup",
                                                 to_json({"schema": text})))
        expect(reply.status in (*REFUSED, HUNG_UP), f"{text[:30]}: {reply.status}")
        expect(b"root:" not in reply.body, "a file is read")
    hostile.wait()


def png(width, height, rows=b""):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(
            ">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def bmp(width, height):
    return (b"BM" + struct.pack("<IHHI", 1 << 20, 0, 0, 54)
            + struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0) + bytes(1000))


def jpeg(width, height):
    """Progressive: its coefficients are kept whole."""
    quantization = b"\xff\xdb\x00\x43\x00" + b"\x01" * 64
    frame = b"\xff\xc2\x00\x11\x08" + struct.pack(">HH", height, width) + bytes.fromhex(
        "03011100021100031100")
    return b"\xff\xd8" + quantization + frame + b"\xff\xd9"


def webp(width, height):
    frame = b"\x00\x00\x00\x9d\x01\x2a" + struct.pack("<HH", width, height) + bytes(100)
    data = b"WEBPVP8 " + struct.pack("<I", len(frame)) + frame
    return b"RIFF" + struct.pack("<I", len(data)) + data


@attack(TOKEN, OPEN, seconds=3, options=("--embedder", str(NETWORK), "--image-size", "28", "--grey"),
        values=784)
def picture_bombs(hostile):
    """Small files of 900 megapixels and more."""
    pictures = {"png": png(30000, 30000, bytes(90001) * 100), "bmp": bmp(30000, 30000),
                "jpeg": jpeg(65500, 65500), "webp": webp(16383, 16383)}

    def once():
        for kind, data in pictures.items():
            url = f"data:image/{kind};base64," + base64.b64encode(data).decode()
            body = to_json({"show": {"picture": url}})
            status = hostile.exchange(hostile.request("POST", hostile.api + "/predict", body)).status
            expect(status in REFUSED, f"{kind}: {status}")
    hostile.repeat(once)


@attack(TOKEN, OPEN)
def event_ids(hostile):
    """Listeners that say what they heard last."""
    for last in ("-1", "9" * 4000, "\xff", "0"):
        with hostile.connect() as one:
            one.sendall(hostile.request("GET", hostile.api + "/events",
                                        headers=[f"Last-Event-ID: {last}"]))
            status = hostile.read_reply(one, patience=1).status
            expect(status in (200, *REFUSED), f"{last[:20]}: {status}")
    hostile.wait()
