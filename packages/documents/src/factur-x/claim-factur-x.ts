import { changePdf } from "./change-pdf.ts";

/** The attachment's name, which the standard prescribes. */
export const FACTUR_X_FILE = "factur-x.xml";

/** Properties for the metadata, with the schema that describes them to readers of PDF/A. */
interface Claim {
  readonly title: string;
  readonly prefix: string;
  readonly namespace: string;
  readonly type: "Text" | "Integer";
  readonly category: "external" | "internal";
  readonly properties: readonly { readonly name: string; readonly value: string; readonly description: string }[];
}

/** The properties by which a reader recognizes the attachment. The version is that of the schema. */
const FACTUR_X: Claim = {
  title: "Factur-X PDFA Extension Schema",
  prefix: "fx",
  namespace: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
  type: "Text",
  category: "external",
  properties: [
    { name: "DocumentFileName", value: FACTUR_X_FILE, description: "The name of the embedded XML document" },
    { name: "DocumentType", value: "INVOICE", description: "The type of the hybrid document" },
    { name: "Version", value: "1.0", description: "The version of the embedded XML document's standard" },
    { name: "ConformanceLevel", value: "EN 16931", description: "The conformance level of the embedded XML document" },
  ],
};

/** ISO 14289-1. */
const PDF_UA: Claim = {
  title: "PDF/UA Universal Accessibility Schema",
  prefix: "pdfuaid",
  namespace: "http://www.aiim.org/pdfua/ns/id/",
  type: "Integer",
  category: "internal",
  properties: [{ name: "part", value: "1", description: "Indicates, which part of ISO 14289 standard is followed" }],
};

/**
 * Declares in the metadata that a PDF/A-3 with the attachment is Factur-X (ZUGFeRD 2), and PDF/UA-1 if it is
 * accessible. PDF/A allows only properties of predefined schemas or of schemas described in the metadata, so the
 * schemas are included. The compiler cannot write custom metadata, so they are added to its output.
 */
export function claimFacturX(pdf: Uint8Array, { isAccessible }: { readonly isAccessible: boolean }): Uint8Array {
  const claims = isAccessible ? [FACTUR_X, PDF_UA] : [FACTUR_X];
  return changePdf(pdf, {
    metadata: (xmp) => {
      const described = insertAfter(xmp, "<pdfaExtension:schemas><rdf:Bag>", claims.map(describe).join(""));
      return insertBefore(described, "</rdf:RDF>", claims.map(state).join(""));
    },
    // The only requirement of PDF/UA beyond tags: the window shows the title, not the file name.
    ...(isAccessible
      ? { catalog: (members) => insertAfter(members, "/ViewerPreferences <<", "\n    /DisplayDocTitle true") }
      : {}),
  });
}

function state({ prefix, namespace, properties }: Claim): string {
  const values = properties.map(({ name, value }) => `<${prefix}:${name}>${value}</${prefix}:${name}>`);
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${values.join("")}</rdf:Description>`;
}

function describe({ title, prefix, namespace, type, category, properties }: Claim): string {
  const described = properties.map(({ name, description }) =>
    resource(
      `<pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType>` +
        `<pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description>`,
    ),
  );
  return resource(
    `<pdfaSchema:schema>${title}</pdfaSchema:schema>` +
      `<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>` +
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
