import { expect, test } from "vitest";
import { checkLogo, LARGEST_LOGO_BYTES } from "../../src/index.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const svg = (inner: string, attributes = ""): Uint8Array =>
  encode(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inner}</svg>`);

/** A PNG of a size that its header claims. */
function png(width: number, height: number): Uint8Array {
  const file = Buffer.alloc(45);
  file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  file.write("IEND", 37, "latin1");
  return file;
}

const codeOf = (bytes: Uint8Array): string => {
  const checked = checkLogo(bytes);
  return checked.ok ? "ok" : checked.code;
};

test("pictures that can be printed are taken: PNG, JPEG and drawings", () => {
  expect(checkLogo(png(640, 160))).toMatchObject({ ok: true, format: "png" });
  const jpeg = Uint8Array.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 60, 0, 240, 1, 1, 0x11, 0,
  ]);
  expect(checkLogo(jpeg)).toMatchObject({ ok: true, format: "jpg" });
  expect(codeOf(svg('<defs><linearGradient id="g"/></defs><path fill="url(#g)" d="M0 0h9v9z"/>'))).toBe("ok");
  expect(codeOf(svg('<symbol id="s"><circle r="4"/></symbol><use href="#s"/>'))).toBe("ok");
});

test("what does not draw is taken out of a drawing: declarations, comments, what editors leave", () => {
  const drawn = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><!-- Ink --><svg xmlns="http://www.w3.org/2000/svg">
    <metadata><rdf:RDF/></metadata><sodipodi:namedview><inkscape:grid/></sodipodi:namedview><path d="M0 0"/></svg>`;
  const checked = checkLogo(encode(drawn));
  const kept = checked.ok ? new TextDecoder().decode(checked.bytes).replaceAll(/\s+/g, " ") : "";
  expect(kept).toBe('<svg xmlns="http://www.w3.org/2000/svg"> <path d="M0 0"/></svg>');
});

test.each([
  ["a script", svg("<script>alert(1)</script>")],
  ["a handler", svg('<path d="M0 0"/>', ' onload="alert(1)"')],
  ["a handler in other case", svg('<path OnClick="alert(1)" d="M0 0"/>')],
  ["an attribute that is not in quotes", svg("<path onclick=alert(1) />")],
  ["more uses than a logo needs", svg('<use href="#a"/>'.repeat(21))],
  ["foreign content", svg("<foreignObject><b/></foreignObject>")],
  ["a picture in it", svg('<image href="file:///etc/passwd"/>')],
  ["a part of another file", svg('<use xlink:href="https://evil.example/x.svg#a"/>')],
  ["a link", svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
  [
    "an entity",
    encode('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"><title>&a;</title></svg>'),
  ],
  ["an instruction", svg('<?xml-stylesheet href="https://evil.example/x.css"?>')],
  ["a style that loads", svg("<style>@import 'https://evil.example/x.css';</style>")],
  ["a fill that loads", svg('<path fill="url(https://evil.example/x)" d="M0 0"/>')],
  ["text, whose font would be the machine's", svg("<text>Acme</text>")],
  ["a comment that never ends", svg("<!-- <path/>")],
])("%s in an SVG is refused", (_, bytes) => {
  expect(codeOf(bytes)).toBe("unsafe_svg");
});

test("other files, broken ones, and those of the wrong size are refused by what is wrong", () => {
  expect(codeOf(encode("GIF89a"))).toBe("unknown_format");
  expect(codeOf(png(640, 160).subarray(0, 40))).toBe("unreadable");
  expect(codeOf(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4]))).toBe("unreadable");
  expect(codeOf(png(20_000, 20_000))).toBe("wrong_size");
  expect(codeOf(png(0, 10))).toBe("wrong_size");
  expect(codeOf(new Uint8Array(LARGEST_LOGO_BYTES + 1))).toBe("too_large");
});

test("a hostile drawing of the largest size is judged at once", () => {
  for (const part of ["<!--", "<metadata ", "<sodipodi:a ", '<a b="', "<g a=1 ", "<a '", "a", " ", "url(", '<g "x"']) {
    const start = performance.now();
    checkLogo(encode(`<svg>${part.repeat(Math.floor((LARGEST_LOGO_BYTES - 10) / part.length))}`));
    expect(performance.now() - start, part).toBeLessThan(500);
  }
});
