/**
 * The PDF with other document metadata (XMP), as an incremental update: what was written stays byte for byte, and behind it come
 * the new object, its place, and a trailer that points back. It reads what the compiler writes (plain objects, one table of
 * places), and throws where it finds anything else.
 */
export function replaceMetadata(pdf: Uint8Array, change: (xmp: string) => string): Uint8Array {
  // One character for each byte, so that a place in the text is one in the file.
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString("latin1");
  const table = Number(last(file, /startxref\s+(\d+)\s+%%EOF\s*$/g)[1]);
  const trailer = last(file, /trailer\s*<<([\s\S]*?)>>\s*startxref/g)[1] ?? "";
  const [, root = ""] = last(trailer, /\/Root (\d+) 0 R/g);
  const [, id = ""] = last(objectOf(file, root), /\/Metadata (\d+) 0 R/g);
  const [, xmp = ""] = last(objectOf(file, id), /stream\r?\n([\s\S]*?)\r?\nendstream/g);
  const changed = Buffer.from(change(Buffer.from(xmp, "latin1").toString("utf8")));
  const head = `${id} 0 obj\n<<\n  /Length ${changed.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n`;
  const tail = "\nendstream\nendobj\n\n";
  const separator = file.endsWith("\n") ? "" : "\n";
  const place = file.length + separator.length;
  const newTable = place + head.length + changed.length + tail.length;
  const end = [
    `xref\n${id} 1\n${String(place).padStart(10, "0")} 00000 n \n`,
    `trailer\n<<${trailer.trimEnd()}\n  /Prev ${table}\n>>\nstartxref\n${newTable}\n%%EOF\n`,
  ].join("");
  return Buffer.concat([pdf, Buffer.from(separator + head, "latin1"), changed, Buffer.from(tail + end, "latin1")]);
}

function objectOf(file: string, id: string): string {
  return last(file, new RegExp(String.raw`(?:^|\n)${id} 0 obj\s([\s\S]*?)\nendobj`, "g"))[1] ?? "";
}

function last(text: string, pattern: RegExp): RegExpExecArray {
  const match = [...text.matchAll(pattern)].at(-1);
  if (match === undefined) throw new Error(`the PDF is not as the compiler writes it: it has no ${pattern.source}`);
  return match;
}
