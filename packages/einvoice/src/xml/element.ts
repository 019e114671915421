/** An element of an XML document. Its text is data, which the writer escapes. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** A possible child of an element. Null if there is no value. */
export type XmlPart = XmlElement | null | readonly XmlPart[];

/** An element with text, or null without text: both syntaxes forbid empty elements. */
export function textElement(
  name: string,
  text: string | null,
  attributes: Readonly<Record<string, string | null>> = {},
): XmlElement | null {
  if (text === null || text.trim() === "") return null;
  return { name, attributes: writtenAttributes(attributes), children: [], text };
}

/** An element around others, or null if none of them has a value. */
export function group(name: string, ...parts: readonly XmlPart[]): XmlElement | null {
  const children = childrenOf(parts);
  return children.length === 0 ? null : { name, attributes: {}, children, text: "" };
}

/** The elements among parts, in order. */
export function childrenOf(parts: readonly XmlPart[]): XmlElement[] {
  return parts.flatMap((part) => {
    if (part === null) return [];
    return isElement(part) ? [part] : childrenOf(part);
  });
}

function isElement(part: XmlElement | readonly XmlPart[]): part is XmlElement {
  return !Array.isArray(part);
}

function writtenAttributes(attributes: Readonly<Record<string, string | null>>): Record<string, string> {
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== "") written[name] = value;
  return written;
}
