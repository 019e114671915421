import { replaceMetadata } from "./replace-metadata.ts";

/** The attachment's name, which the standard prescribes. */
export const FACTUR_X_FILE = "factur-x.xml";

const NAMESPACE = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/** The properties by which a reader knows the attachment for what it is. The version is that of the schema, not of the text. */
const PROPERTIES = [
  { name: "DocumentFileName", value: FACTUR_X_FILE, description: "The name of the embedded XML document" },
  { name: "DocumentType", value: "INVOICE", description: "The type of the hybrid document" },
  { name: "Version", value: "1.0", description: "The version of the embedded XML document's standard" },
  { name: "ConformanceLevel", value: "EN 16931", description: "The conformance level of the embedded XML document" },
];

/**
 * Says in the metadata of a PDF/A-3 with the attachment that it is Factur-X (ZUGFeRD 2). PDF/A allows only properties of schemas
 * that it knows or that are described beside it, so the schema comes with them. The compiler writes no metadata of others, and so
 * they are put into what it wrote.
 */
export function claimFacturX(pdf: Uint8Array): Uint8Array {
  return replaceMetadata(pdf, (xmp) => {
    const described = insertAfter(xmp, "<pdfaExtension:schemas><rdf:Bag>", schema());
    return insertBefore(described, "</rdf:RDF>", properties());
  });
}

function properties(): string {
  const values = PROPERTIES.map(({ name, value }) => `<fx:${name}>${value}</fx:${name}>`);
  return `<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">${values.join("")}</rdf:Description>`;
}

function schema(): string {
  const described = PROPERTIES.map(({ name, description }) =>
    resource(
      `<pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
        `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description>`,
    ),
  );
  return resource(
    `<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>` +
      `<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>` +
      `<pdfaSchema:property><rdf:Seq>${described.join("")}</rdf:Seq></pdfaSchema:property>`,
  );
}

function resource(members: string): string {
  return `<rdf:li rdf:parseType="Resource">${members}</rdf:li>`;
}

function insertAfter(text: string, mark: string, inserted: string): string {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`the metadata has no ${mark}`);
  return text.slice(0, at + mark.length) + inserted + text.slice(at + mark.length);
}

function insertBefore(text: string, mark: string, inserted: string): string {
  const at = text.lastIndexOf(mark);
  if (at < 0) throw new Error(`the metadata has no ${mark}`);
  return text.slice(0, at) + inserted + text.slice(at);
}
