import { inflateSync } from "node:zlib";

/** A piece of text at its position on a page, in points from the lower left corner. */
export interface PlacedText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface ReadPage {
  readonly placed: readonly PlacedText[];
  /** All pieces in the order in which they were drawn, separated by spaces. */
  readonly text: string;
}

export interface ReadPdf {
  readonly pages: readonly ReadPage[];
  /** Everything outside compressed streams: the structure, the metadata, the names of fonts. */
  readonly structure: string;
  readonly fonts: readonly string[];
}

/**
 * Reads the text of the PDFs that the compiler writes (plain objects, Identity-H fonts), so that tests need no other
 * tool.
 */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString("latin1");
  const objects = new Map<string, string>();
  for (const [, id = "", body = ""] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(id, body);
  const object = (id: string | undefined): string => objects.get(id ?? "") ?? "";
  const pageIds = [.../\/Kids \[([^\]]*)\]/.exec(file)![1]!.matchAll(/(\d+) 0 R/g)].map(([, id]) => id);
  const pages = pageIds.map((id) => {
    const page = object(id);
    const fonts = new Map<string, Map<number, string>>();
    for (const [, name = "", font] of page.matchAll(/\/(f\d+) (\d+) 0 R/g)) {
      fonts.set(name, characters(stream(object(/\/ToUnicode (\d+)/.exec(object(font))?.[1]))));
    }
    const placed = placedTexts(stream(object(/\/Contents (\d+)/.exec(page)?.[1])), fonts);
    return { placed, text: placed.map(({ text }) => text).join(" ") };
  });
  const fonts = [...new Set([...file.matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name = ""]) => name))];
  return { pages, structure: file.replaceAll(/stream\n[\s\S]*?\nendstream/g, metadataOnly), fonts };
}

/** The text of all pages without spaces, because the compiler writes words of a line as separate pieces. */
export function compactText(pdf: ReadPdf): string {
  return pdf.pages
    .map(({ text }) => text)
    .join("")
    .replaceAll(/\s/g, "");
}

function metadataOnly(text: string): string {
  return text.includes("<x:xmpmeta") || text.includes("<rdf:RDF") ? text : "";
}

function stream(object: string): string {
  const content = /stream\n([\s\S]*)\nendstream/.exec(object)?.[1];
  if (content === undefined) return "";
  const bytes = Buffer.from(content, "latin1");
  return (object.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
}

/** Maps glyphs to text, from a ToUnicode map. */
function characters(map: string): Map<number, string> {
  const text = (hex: string): string => Buffer.from(hex, "hex").swap16().toString("utf16le");
  const result = new Map<number, string>();
  for (const [, glyph = "", unicode = ""] of map.matchAll(/<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>\n/g)) {
    result.set(Number.parseInt(glyph, 16), text(unicode));
  }
  return result;
}

/** In a literal string, balanced parentheses are not escaped. */
const literal = String.raw`\(((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()]|\([^\\()]*\))*\))*)\)`;
const contentToken = new RegExp(
  [
    String.raw`1 0 0 -1 ([-\d.]+) ([-\d.]+) cm`,
    String.raw`\/(f\d+) [\d.]+ Tf`,
    String.raw`\bBT\b|\bET\b`,
    String.raw`\/ActualText <FEFF([0-9A-F]*)>\s*>> BDC|B[DM]C\b|EMC\b`,
    literal,
    String.raw`<([0-9A-Fa-f]{4,})>`,
  ].join("|"),
  "g",
);

function placedTexts(content: string, fonts: Map<string, Map<number, string>>): PlacedText[] {
  const placed: PlacedText[] = [];
  let [x, y, text] = [0, 0, ""];
  let font = new Map<number, string>();
  /** One entry for each open marked-content section: whether its full text was given at its start. */
  const marked: boolean[] = [];
  for (const [all, left, bottom, fontName, actual, string, hex] of content.matchAll(contentToken)) {
    if (left !== undefined && bottom !== undefined) [x, y] = [Number(left), Number(bottom)];
    else if (fontName !== undefined) font = fonts.get(fontName) ?? new Map();
    else if (all === "BT") text = "";
    else if (all === "ET") placed.push({ x, y, text });
    else if (actual !== undefined) {
      if (!marked.includes(true)) text += Buffer.from(actual, "hex").swap16().toString("utf16le");
      marked.push(true);
    } else if (all === "EMC") marked.pop();
    else if (all === "BDC" || all === "BMC") marked.push(false);
    else if (!marked.includes(true)) {
      const numbers = hex === undefined ? literalGlyphs(string ?? "") : hexGlyphs(hex);
      text += numbers.map((glyph) => font.get(glyph) ?? "").join("");
    }
  }
  return placed;
}

function hexGlyphs(hex: string): number[] {
  return (hex.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16));
}

/** The two-byte glyph numbers of a literal string. */
function literalGlyphs(literal: string): number[] {
  const named: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  const raw = literal.replaceAll(/\\([0-7]{1,3}|[\s\S])/g, (_, escape: string) =>
    /[0-7]/.test(escape) ? String.fromCharCode(Number.parseInt(escape, 8)) : (named[escape] ?? escape),
  );
  return Array.from({ length: raw.length / 2 }, (_, at) => raw.charCodeAt(at * 2) * 256 + raw.charCodeAt(at * 2 + 1));
}
