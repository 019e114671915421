import { inflateSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { createDocumentRenderer } from "../../src/index.ts";
import { claimFacturX } from "../../src/factur-x/claim-factur-x.ts";
import { changePdf } from "../../src/factur-x/change-pdf.ts";
import { compactText, readPdf } from "../read-pdf.ts";
import { samples, short } from "../samples/index.ts";

const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<invoice>شركة &amp; Söhne</invoice>\n`;
const warnings: string[] = [];
const renderer = createDocumentRenderer({ onWarning: (warning) => warnings.push(warning) });
afterAll(() => renderer.close());

test("the PDF contains the exact XML as an alternative of the document (R-PDF-1)", async () => {
  const file = latin1(await renderer.renderInvoice(short, xml));
  const [, attachment = ""] = /\/F (\d+) 0 R\s+\/UF \d+ 0 R\s+>>\s+\/AFRelationship \/Alternative/.exec(file) ?? [];
  const [, head = "", content = ""] =
    new RegExp(String.raw`\n${attachment} 0 obj\s([\s\S]*?)stream\n([\s\S]*?)\nendstream`).exec(file) ?? [];
  expect(head).toContain("/Subtype /text#2Fxml");
  const bytes = Buffer.from(content, "latin1");
  expect((head.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("utf8")).toBe(xml);
  expect(file).toContain("/UF (factur-x.xml)");
  expect(file).toMatch(/\/AF \[\d+ 0 R\]/);
});

test("claims PDF/A-3 with tags and Factur-X, and includes the schema of its properties", async () => {
  const file = latin1(await renderer.renderInvoice(short, xml));
  const metadata = file.slice(file.lastIndexOf("<?xpacket begin"), file.lastIndexOf("<?xpacket end"));
  expect(metadata).toContain("<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>");
  for (const [name, value] of [
    ["DocumentFileName", "factur-x.xml"],
    ["DocumentType", "INVOICE"],
    ["Version", "1.0"],
    ["ConformanceLevel", "EN 16931"],
  ]) {
    expect(metadata).toContain(`<fx:${name}>${value}</fx:${name}>`);
    expect(metadata).toContain(`<pdfaProperty:name>${name}</pdfaProperty:name>`);
  }
  // At the offset in the cross-reference table.
  const [, table] = /startxref\n(\d+)\n%%EOF\n$/.exec(file) ?? [];
  const [, id, place] = /^xref\n(\d+) 1\n(\d{10}) 00000 n /.exec(file.slice(Number(table))) ?? [];
  expect(file.slice(Number(place))).toMatch(new RegExp(String.raw`^${id} 0 obj\n<<\n  /Length \d+\n  /Type /Metadata`));
  const [, length] = /\/Length (\d+)/.exec(file.slice(Number(place))) ?? [];
  const start = file.indexOf("stream\n", Number(place)) + "stream\n".length;
  expect(file.slice(start + Number(length)).startsWith("\nendstream")).toBe(true);
});

// A draft has no date yet, so it has no XML.
const issued = Object.entries(samples).filter(([, { issueDate }]) => issueDate !== null);

test.each(issued)("%s looks the same with and without the XML, and always has the same bytes", async (_, sample) => {
  const [plain, first, second] = [
    await renderer.renderInvoice(sample),
    await renderer.renderInvoice(sample, xml),
    await renderer.renderInvoice(sample, xml),
  ];
  expect(Buffer.compare(first, second)).toBe(0);
  const pages = (bytes: Uint8Array) => readPdf(bytes).pages.length;
  expect(pages(first)).toBe(pages(plain));
  expect(compactText(readPdf(first))).toBe(compactText(readPdf(plain)));
  expect(latin1(plain)).not.toMatch(/EmbeddedFile|factur-x/);
  expect(latin1(plain)).toContain("pdfuaid:part");
  expect(warnings).toEqual([]);
});

test("also claims PDF/UA-1, describes that schema, and shows the title in the window", async () => {
  const plain = latin1(await renderer.renderInvoice(short));
  const file = latin1(await renderer.renderInvoice(short, xml));
  const metadata = file.slice(file.lastIndexOf("<?xpacket begin"), file.lastIndexOf("<?xpacket end"));
  expect(metadata).toContain("<pdfuaid:part>1</pdfuaid:part>");
  expect(metadata).toContain("<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>");
  expect(metadata).toContain("<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer");
  for (const one of [plain, file]) {
    const catalog = one.slice(one.lastIndexOf("/Type /Catalog"));
    expect(catalog.slice(0, catalog.indexOf("endobj"))).toContain("/DisplayDocTitle true");
  }
  // Every object is at its offset in the last cross-reference table.
  const [, table] = /startxref\n(\d+)\n%%EOF\n$/.exec(file) ?? [];
  const entries = [...file.slice(Number(table)).matchAll(/^(\d+) 1\n(\d{10}) 00000 n/gm)];
  expect(entries).toHaveLength(2);
  for (const [, id = "", place] of entries) expect(file.slice(Number(place)).startsWith(`${id} 0 obj\n<<`)).toBe(true);
});

const accessible = { isAccessible: true };
test("rejects a file that the compiler did not write, instead of corrupting it", () => {
  expect(() => claimFacturX(Buffer.from("%PDF-1.7\n"), accessible)).toThrow("it has no startxref");
  const bare =
    "%PDF-1.7\n1 0 obj\n<< /Metadata 2 0 R >>\nendobj\n2 0 obj\n<<>>\nstream\n<x/>\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF";
  expect(() => claimFacturX(Buffer.from(bare), accessible)).toThrow("the metadata has no <pdfaExtension:schemas>");
  const noEnd =
    "%PDF-1.7\n1 0 obj\n<< /Metadata 2 0 R >>\nendobj\n2 0 obj\n<<>>\nstream\n<pdfaExtension:schemas><rdf:Bag>\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF";
  expect(() => claimFacturX(Buffer.from(noEnd), accessible)).toThrow("the metadata has no </rdf:RDF>");
  const changed = latin1(changePdf(Buffer.from(bare), { metadata: () => "<y/>" }));
  expect(changed.startsWith(`${bare}\n2 0 obj\n`)).toBe(true);
  expect(changed).toContain("/Prev 9");
});

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
