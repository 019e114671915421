import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { XmlBufferInputProvider, XmlDocument, xmlRegisterInputProvider, XsdValidator } from "libxml2-wasm";

/** Why a document does not match its schema; null if it matches. */
export type SchemaCheck = (xml: string) => string | null;

const EXTENSION_CONTENT = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema"
  xmlns="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"
  targetNamespace="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2" elementFormDefault="qualified">
  <xsd:complexType name="ExtensionContentType">
    <xsd:sequence><xsd:any namespace="##other" processContents="skip"/></xsd:sequence>
  </xsd:complexType>
</xsd:schema>`;

/** The published module of core component types is imported without a location, so it is loaded first here. */
const ublRoot = (name: string) => `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <xsd:import namespace="urn:un:unece:uncefact:data:specification:CoreComponentTypeSchemaModule:2"
    schemaLocation="CCTS_CCT_SchemaModule.xsd"/>
  <xsd:import namespace="urn:oasis:names:specification:ubl:schema:xsd:${name}-2" schemaLocation="UBL-${name}-2.1.xsd"/>
</xsd:schema>`;

const utf8 = new TextEncoder();
/** By base name, so that modules are found in any folder. */
const modules = new Map<string, Uint8Array>([["UBL-ExtensionContentDataType-2.1.xsd", utf8.encode(EXTENSION_CONTENT)]]);
for (const folder of ["cii", "ubl"]) {
  for (const file of readdirSync(new URL(folder, import.meta.url))) {
    modules.set(file.replace(/\.gz$/, ""), gunzipSync(readFileSync(new URL(`${folder}/${file}`, import.meta.url))));
  }
}

const provider = new XmlBufferInputProvider({});
for (const [name, bytes] of modules) for (const path of ["", "../common/"]) provider.addBuffer(`${path}${name}`, bytes);
xmlRegisterInputProvider(provider);

const cii = schemaCheck(new TextDecoder().decode(modules.get("CrossIndustryInvoice_100pD16B.xsd")));
const ublInvoice = schemaCheck(ublRoot("Invoice"));
const ublCreditNote = schemaCheck(ublRoot("CreditNote"));

export const checkCiiSchema: SchemaCheck = cii;
export const checkUblSchema: SchemaCheck = (xml) =>
  xml.includes("<CreditNote ") ? ublCreditNote(xml) : ublInvoice(xml);

function schemaCheck(schema: string): SchemaCheck {
  const validator = XsdValidator.fromDoc(XmlDocument.fromString(schema));
  return (xml) => {
    using document = XmlDocument.fromString(xml);
    try {
      validator.validate(document);
      return null;
    } catch (error) {
      return String(error);
    }
  };
}
