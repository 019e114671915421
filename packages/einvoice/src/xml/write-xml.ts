import { childrenOf, type XmlElement, type XmlPart } from "./element.ts";

/** A document with this root, indented by two spaces and ending with a line break. A tree has exactly one text. */
export function writeXml(name: string, namespaces: Readonly<Record<string, string>>, ...parts: XmlPart[]): string {
  const root = { name, attributes: namespaces, children: childrenOf(parts), text: "" };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, "").join("\n")}\n`;
}

function lines(element: XmlElement, indent: string): string[] {
  const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  const start = `${indent}<${element.name}${attributes.join("")}>`;
  const end = `</${element.name}>`;
  if (element.children.length === 0) return [`${start}${escapeText(element.text)}${end}`];
  return [start, ...element.children.flatMap((child) => lines(child, `${indent}  `)), `${indent}${end}`];
}

/** Escapes `>`, too, because `]]>` must not appear in text. */
function escapeText(text: string): string {
  return legalCharacters(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A parser would turn an unescaped line break or tab in an attribute into a space. */
function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}

/** XML 1.0 cannot represent most control characters, not even escaped. Parsers turn each `\r` into a line break. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const illegal = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function legalCharacters(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(illegal, "\uFFFD");
}
