/** The changes to a PDF. */
export interface PdfChange {
  /** The document's metadata (XMP). */
  readonly metadata: (xmp: string) => string;
  /** The entries of its catalog; missing if they stay unchanged. */
  readonly catalog?: (members: string) => string;
}

/**
 * Changes the document metadata and catalog of a PDF with an incremental update: the original bytes stay, and the new
 * objects, their offsets, and a trailer that refers to the previous one follow. It can read what the compiler writes
 * (plain objects and a single cross-reference table), and throws for anything else.
 */
export function changePdf(pdf: Uint8Array, change: PdfChange): Uint8Array {
  // One character per byte, so that a position in the text is a position in the file.
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString("latin1");
  const table = Number(last(file, /startxref\s+(\d+)\s+%%EOF\s*$/g)[1]);
  const trailer = last(file, /trailer\s*<<([\s\S]*?)>>\s*startxref/g)[1] ?? "";
  const [, root = ""] = last(trailer, /\/Root (\d+) 0 R/g);
  const catalog = objectOf(file, root);
  const [, id = ""] = last(catalog, /\/Metadata (\d+) 0 R/g);
  const [, xmp = ""] = last(objectOf(file, id), /stream\r?\n([\s\S]*?)\r?\nendstream/g);
  const metadata = Buffer.from(change.metadata(Buffer.from(xmp, "latin1").toString("utf8"))).toString("latin1");
  const objects = [
    {
      id,
      body: `<<\n  /Length ${metadata.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n${metadata}\nendstream`,
    },
    ...(change.catalog === undefined ? [] : [{ id: root, body: change.catalog(catalog) }]),
  ].toSorted((one, other) => Number(one.id) - Number(other.id));
  let update = file.endsWith("\n") ? "" : "\n";
  const places = objects.map((object) => {
    const place = file.length + update.length;
    update += `${object.id} 0 obj\n${object.body}\nendobj\n\n`;
    return `${object.id} 1\n${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const newTable = file.length + update.length;
  const end = `xref\n${places.join("")}trailer\n<<${trailer.trimEnd()}\n  /Prev ${table}\n>>\nstartxref\n${newTable}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update + end, "latin1")]);
}

function objectOf(file: string, id: string): string {
  return last(file, new RegExp(String.raw`(?:^|\n)${id} 0 obj\s([\s\S]*?)\nendobj`, "g"))[1] ?? "";
}

function last(text: string, pattern: RegExp): RegExpExecArray {
  const match = [...text.matchAll(pattern)].at(-1);
  if (match === undefined) throw new Error(`the PDF is not as the compiler writes it: it has no ${pattern.source}`);
  return match;
}
