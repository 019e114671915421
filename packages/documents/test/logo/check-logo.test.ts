import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { checkLogo, LARGEST_LOGO_BYTES } from "../../src/index.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const svg = (inner: string, attributes = ""): Uint8Array =>
  encode(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inner}</svg>`);

/** A PNG whose header declares this size. */
function png(width: number, height: number): Uint8Array {
  const file = Buffer.alloc(45);
  file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  file.write("IEND", 37, "latin1");
  return file;
}

/** Ten parts, each of which refers to the previous one four times: 4^9. */
function multiplying(attribute: string): string {
  const tag = attribute === "mask" ? "mask" : attribute === "fill" ? "pattern" : "clipPath";
  return Array.from({ length: 10 }, (_, at) => {
    const path = `<path ${attribute}="url(#p${at - 1})" d="M0 0h1v1z"/>`;
    return `<${tag} id="p${at}">${path.repeat(4)}</${tag}>`;
  }).join("");
}

/** Five groups, each of which uses the previous one three times: 3^5 = 243 times. */
function usedThrice(part: string): string {
  const groups = [1, 2, 3, 4, 5].map((at) => `<g id="g${at}">${`<use href="#g${at - 1}"/>`.repeat(3)}</g>`);
  return `<g id="g0">${part}</g>${groups.join("")}`;
}

function chain(length: number): string {
  return Array.from({ length }, (_, at) => `<clipPath id="c${at}" clip-path="url(#c${at + 1})"/>`).join("");
}

const codeOf = (bytes: Uint8Array): string => {
  const checked = checkLogo(bytes);
  return checked.ok ? "ok" : checked.code;
};

test("accepts printable images: PNG, JPEG and SVG", () => {
  expect(checkLogo(png(640, 160))).toMatchObject({ ok: true, format: "png" });
  const jpeg = Uint8Array.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 60, 0, 240, 1, 1, 0x11, 0,
  ]);
  expect(checkLogo(jpeg)).toMatchObject({ ok: true, format: "jpg" });
  expect(codeOf(svg('<defs><linearGradient id="g"/></defs><path fill="url(#g)" d="M0 0h9v9z"/>'))).toBe("ok");
  const gradients = Array.from({ length: 20 }, (_, at) => {
    return `<linearGradient id="g${at}">${"<stop/>".repeat(5)}</linearGradient>`;
  });
  const styles = gradients.map((_, at) => `.cls-${at}{fill:url(#g${at})}`);
  const drawing = `<style>${styles.join("")}</style>${gradients.join("")}${'<path class="cls-1" d="M0 0"/>'.repeat(800)}`;
  expect(codeOf(svg(drawing))).toBe("ok");
  expect(codeOf(svg("<g>".repeat(40) + '<path d="M0 0"/>' + "</g>".repeat(40)))).toBe("ok");
  expect(codeOf(svg('<symbol id="s"><circle r="4"/></symbol><use href="#s"/>'))).toBe("ok");
});

test("removes what does not draw from an SVG: declarations, comments, editor data", () => {
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
  ["5,000 groups in one another", svg("<g>".repeat(5_000) + "</g>".repeat(5_000))],
  ["more elements than a logo has", svg('<path d="M0 0"/>'.repeat(5_001))],
  ["a group that is not closed", svg('<g><path d="M0 0"/>')],
  ["a part that refers to itself", svg('<clipPath id="a" clip-path="url(#a)"/>')],
  ["two parts that refer to each other", svg('<mask id="a" mask="url(#b)"/><mask id="b" mask="url(#a)"/>')],
  ["masks that multiply", svg(multiplying("mask"))],
  ["clips that multiply", svg(multiplying("clip-path"))],
  ["patterns that multiply", svg(multiplying("fill"))],
  ["uses that multiply a long path", svg(usedThrice(`<path d="M0 0${"h1".repeat(10_000)}"/>`))],
  ["styles that multiply", svg(`<style>path{mask:url(#m)}</style><mask id="m">${"<path/>".repeat(200)}</mask>`)],
  ["references in a chain", svg(chain(200))],
  ["rules for all of its elements", svg(`<style>${"*{fill:red}".repeat(9_000)}</style>${"<path/>".repeat(2_500)}`)],
  ["one long selector", svg(`<style>${".a ".repeat(3_000)}{fill:red}</style>${'<path class="a"/>'.repeat(2_000)}`)],
  ["selectors side by side", svg(`<style>${".a,".repeat(3_000)}b{}</style>${'<path class="a"/>'.repeat(2_000)}`)],
  ["selectors without a space", svg(`<style>${".a".repeat(3_000)}{}</style>${'<path class="a"/>'.repeat(2_000)}`)],
  ["a comment that never ends", svg("<!-- <path/>")],
])("rejects %s in an SVG", (_, bytes) => {
  expect(codeOf(bytes)).toBe("unsafe_svg");
});

test("rejects other files, broken ones, and those of the wrong size, and states why", () => {
  expect(codeOf(encode("GIF89a"))).toBe("unknown_format");
  expect(codeOf(png(640, 160).subarray(0, 40))).toBe("unreadable");
  expect(codeOf(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4]))).toBe("unreadable");
  expect(codeOf(png(20_000, 20_000))).toBe("wrong_size");
  expect(codeOf(png(0, 10))).toBe("wrong_size");
  expect(codeOf(new Uint8Array(LARGEST_LOGO_BYTES + 1))).toBe("too_large");
});

test("rejects a PNG with a color profile that unpacks to an unrealistic size, and accepts others", () => {
  const withProfile = (packed: Uint8Array): Uint8Array => {
    const plain = png(4, 4);
    const chunk = Buffer.alloc(12 + 3 + packed.length);
    chunk.writeUInt32BE(3 + packed.length, 0);
    chunk.write("iCCPp\0\0", 4, "latin1");
    chunk.set(packed, 11);
    // After the signature of 8 bytes and the header of 25 bytes.
    const head = Buffer.from(plain.subarray(0, 33));
    head.writeUInt32BE(13, 8);
    return Buffer.concat([head, chunk, plain.subarray(33)]);
  };
  expect(codeOf(withProfile(deflateSync(Buffer.alloc(500_000))))).toBe("ok");
  expect(codeOf(withProfile(deflateSync(Buffer.alloc(100_000_000))))).toBe("too_large");
  expect(codeOf(withProfile(Buffer.from("not packed")))).toBe("too_large");
});

test("checks a hostile SVG of the maximum size quickly", () => {
  for (const part of ["<!--", "<metadata ", "<sodipodi:a ", '<a b="', "<g a=1 ", "<a '", "a", " ", "url(", '<g "x"']) {
    const start = performance.now();
    checkLogo(encode(`<svg>${part.repeat(Math.floor((LARGEST_LOGO_BYTES - 10) / part.length))}`));
    expect(performance.now() - start, part).toBeLessThan(500);
  }
});
