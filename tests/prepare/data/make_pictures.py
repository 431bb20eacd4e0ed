#!/usr/bin/env python3
"""Makes the pictures of tests/prepare/data/pictures: make_pictures.py [FOLDER]

Needs Pillow (Debian's python3-pil). All show the same four blocks, red and green above blue and
white, 16 wide and 8 high each, as formats and cameras store them; the grey ones have a ramp.
"""
import io
import struct
import sys
from pathlib import Path

from PIL import Image

BLOCKS = [[(255, 0, 0), (0, 255, 0)], [(0, 0, 255), (255, 255, 255)]]
ORIENTATION = 0x0112


def blocks():
    picture = Image.new("RGB", (32, 16))
    for row in range(2):
        for column in range(2):
            box = (16 * column, 8 * row, 16 * column + 16, 8 * row + 8)
            picture.paste(BLOCKS[row][column], box)
    return picture


def orientation(number):
    exif = Image.Exif()
    exif[ORIENTATION] = number
    return exif


def ramp16():
    """32 x 16 of 16 bits: column times 2048 plus row times 3."""
    picture = Image.new("I;16", (32, 16))
    for y in range(16):
        for x in range(32):
            picture.putpixel((x, y), x * 2048 + y * 3)
    return picture


def big_endian_tiff(picture):
    """Without compression, in two strips, the directory behind them."""
    data = picture.tobytes()
    half = len(data) // 2
    bits, offsets, counts = 8, 14, 22
    tables = struct.pack(">3H2I2I", 8, 8, 8, 30, 30 + half, half, half)
    entries = [(256, 3, 1, picture.width << 16), (257, 3, 1, picture.height << 16),
               (258, 3, 3, bits), (259, 3, 1, 1 << 16), (262, 3, 1, 2 << 16), (273, 4, 2, offsets),
               (277, 3, 1, 3 << 16), (278, 3, 1, (picture.height // 2) << 16), (279, 4, 2, counts)]
    directory = struct.pack(">H", len(entries))
    for entry in entries:
        directory += struct.pack(">HHII", *entry)
    head = b"MM\0*" + struct.pack(">I", 30 + len(data))
    return head + tables + data + directory + struct.pack(">I", 0)


def masked_bmp(picture, order):
    """32 bits a pixel, red, green, blue and nothing at the bytes of `order`, as the head says."""
    rows = [picture.crop((0, y, picture.width, y + 1)).tobytes() for y in range(picture.height)]
    data = bytearray()
    for row in reversed(rows):
        for x in range(picture.width):
            pixel = bytearray(4)
            for channel in range(3):
                pixel[order[channel]] = row[3 * x + channel]
            data += pixel
    masks = struct.pack("<3I", *(0xFF << 8 * byte for byte in order[:3]))
    head = struct.pack("<IiiHHIIiiII", 40, picture.width, picture.height, 1, 32, 3, len(data), 2835, 2835, 0, 0)
    return b"BM" + struct.pack("<IHHI", 66 + len(data), 0, 0, 66) + head + masks + bytes(data)


def planar_tiff(picture, bits):
    """Red, green and blue one after another, 8 or 16 bits each."""
    planes = [channel.tobytes() for channel in picture.split()]
    if bits == 16:
        planes = [bytes(byte for value in plane for byte in (value, value)) for plane in planes]
    size = len(planes[0])
    start = 8 + 6 + 12 + 12
    tables = struct.pack("<3H3I3I", bits, bits, bits, *(start + i * size for i in range(3)), *[size] * 3)
    entries = [(256, 3, 1, picture.width), (257, 3, 1, picture.height), (258, 3, 3, 8), (259, 3, 1, 1),
               (262, 3, 1, 2), (273, 4, 3, 14), (277, 3, 1, 3), (278, 3, 1, picture.height), (279, 4, 3, 26),
               (284, 3, 1, 2)]
    directory = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries)
    return b"II*\0" + struct.pack("<I", start + 3 * size) + tables + b"".join(planes) + directory + bytes(4)


def small_first_frame():
    """A canvas of the blocks' colours whose first frame covers the right half only."""
    right = blocks().crop((16, 0, 32, 16)).convert("P", palette=Image.Palette.ADAPTIVE, colors=2)
    out = io.BytesIO()
    right.save(out, "GIF")
    gif = bytearray(out.getvalue())
    gif[6:10] = struct.pack("<HH", 32, 16)
    descriptor = gif.index(b",\0\0\0\0")
    gif[descriptor + 1:descriptor + 3] = struct.pack("<H", 16)
    return bytes(gif)


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("pictures"))
    folder.mkdir(exist_ok=True)
    upright = blocks()
    lying = upright.transpose(Image.Transpose.ROTATE_90)  # a camera held upright stores it so
    frames = [upright, upright.transpose(Image.Transpose.FLIP_LEFT_RIGHT)]
    jpeg = {"quality": 95, "subsampling": 0}
    upright.save(folder / "blocks.png")
    upright.save(folder / "blocks.jpg", **jpeg)
    upright.save(folder / "progressive.jpg", progressive=True, **jpeg)
    upright.convert("CMYK").save(folder / "cmyk.jpg", **jpeg)
    upright.save(folder / "blocks.webp", lossless=True)
    upright.save(folder / "blocks.bmp")
    upright.convert("P", palette=Image.Palette.ADAPTIVE).save(folder / "palette.bmp")
    upright.save(folder / "blocks.gif", interlace=0)
    upright.save(folder / "interlaced.gif", interlace=1)
    frames[0].save(folder / "animated.gif", save_all=True, append_images=frames[1:], duration=100)
    (folder / "small-first-frame.gif").write_bytes(small_first_frame())
    upright.save(folder / "blocks.tif")
    upright.save(folder / "deflate.tiff", compression="tiff_adobe_deflate")
    upright.save(folder / "lzw.tiff", compression="tiff_lzw")
    (folder / "big-endian.tif").write_bytes(big_endian_tiff(upright))
    (folder / "planes8.tif").write_bytes(planar_tiff(upright, 8))
    (folder / "planes16.tif").write_bytes(planar_tiff(upright, 16))
    (folder / "bgra.bmp").write_bytes(masked_bmp(upright, (2, 1, 0)))
    (folder / "rgba-order.bmp").write_bytes(masked_bmp(upright, (0, 1, 2)))
    lying.save(folder / "lying.jpg", exif=orientation(6), **jpeg)
    lying.save(folder / "lying.png", exif=orientation(6))
    lying.save(folder / "lying.webp", lossless=True, exif=orientation(6).tobytes())
    lying.save(folder / "lying.tif", tiffinfo={ORIENTATION: 6})
    upright.transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(folder / "mirrored.jpg",
                                                            exif=orientation(2), **jpeg)
    ramp16().save(folder / "ramp16.png")
    ramp16().save(folder / "ramp16.tif")
    upright.convert("L").convert("1").save(folder / "bilevel.tif", compression="group4")


main()
