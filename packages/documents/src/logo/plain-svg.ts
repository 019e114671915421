/** Elements that only draw. Text is not among them: its font would be the machine's. */
const DRAWING = new Set(
  (
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon linearGradient radialGradient stop " +
    "clipPath mask pattern style"
  ).split(" "),
);
/** Uses of what uses something multiply: of this many, to some thousand parts at most. */
const MOST_USES = 20;
/** The tags of what editors leave behind; they draw nothing and are left out. */
const IDLE = /^(sodipodi|inkscape):/;
// Both read a text in one pass, whatever it holds: a name is taken whole or not at all, and no part runs past the next mark.
const TAG = /<\/?([\w:.-]+)(?![\w:.-])((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>/g;
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g;
/** What a reference to another part begins with. */
const REFERENCE = /url\s*\(\s*["']?\s*([^\s"'])/gi;

export type PlainSvg = { readonly ok: true; readonly svg: string } | { readonly ok: false; readonly detail: string };

/**
 * An SVG that can be shown anywhere: it runs nothing, loads nothing and unpacks to nothing larger. Comments, declarations and
 * what editors leave behind are taken out; anything else that is no drawing is refused by name, because a logo with a part
 * missing is not the logo.
 */
export function plainSvg(text: string): PlainSvg {
  const declared = text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, "");
  const drawn = withoutSpans(withoutSpans(declared, "<!--", "-->"), "<metadata", "</metadata>");
  const svg = drawn
    .replace(/<!DOCTYPE\s[^[\]>]*>/i, "")
    .replaceAll(TAG, (tag, name: string) => (IDLE.test(name) ? "" : tag))
    .trim();
  const fault = faultOf(svg);
  return fault === null ? { ok: true, svg } : { ok: false, detail: fault };
}

/** Everything between two marks left out, in one pass whatever the text; a mark that is never closed stays. */
function withoutSpans(text: string, open: string, close: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at + open.length);
    if (end < 0) break;
    kept.push(text.slice(from, at));
    from = end + close.length;
  }
  return kept.join("") + text.slice(from);
}

function faultOf(svg: string): string | null {
  if (svg.includes("<!") || svg.includes("<?")) return "It declares entities or carries instructions.";
  for (const [, name = "", attributes = ""] of svg.matchAll(TAG)) {
    if (!DRAWING.has(name)) return `It has the element ${name}, which is more than a drawing. Turn text into paths.`;
    for (const [, attribute = "", quoted = ""] of attributes.matchAll(ATTRIBUTE)) {
      if (!isPlainAttribute(attribute, quoted.slice(1, -1))) return `The attribute ${attribute} of ${name} is refused.`;
    }
    if (!/^\s*\/?$/.test(attributes.replaceAll(ATTRIBUTE, ""))) return `An attribute of ${name} is not in quotes.`;
  }
  if ((svg.match(/<use\b/g) ?? []).length > MOST_USES) return `It has more than ${MOST_USES} elements use.`;
  const leftOver = svg.replaceAll(TAG, "");
  if (leftOver.includes("<")) return "It is not well-formed.";
  const isLoading = /@import|@font-face|expression\s*\(|\\/i.test(leftOver) || refersOutside(leftOver);
  return isLoading ? "Its styles load something." : null;
}

/** No handlers, and no address but one of the drawing's own parts. */
function isPlainAttribute(name: string, value: string): boolean {
  if (/^on/i.test(name) || name === "xml:base") return false;
  if (/^xmlns(:|$)/.test(name)) return true;
  if (/(^|:)href$/i.test(name)) return value.trim().startsWith("#");
  return !/javascript:|&#/i.test(value) && !refersOutside(value);
}

/** Whether it refers to anything but the drawing's own parts. */
function refersOutside(text: string): boolean {
  return [...text.matchAll(REFERENCE)].some(([, first]) => first !== "#");
}
