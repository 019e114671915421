/** Elements that only draw. Text is not among them: its font would be the machine's. */
const DRAWING = new Set(
  (
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon linearGradient radialGradient stop " +
    "clipPath mask pattern style"
  ).split(" "),
);
/** The tags of what editors leave behind; they draw nothing and are left out. */
const IDLE = /^(sodipodi|inkscape):/;
const TAG = /<\/?([\w:.-]+)((?:"[^"]*"|'[^']*'|[^"'>])*)>/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g;

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
  }
  const leftOver = svg.replaceAll(TAG, "");
  if (leftOver.includes("<")) return "It is not well-formed.";
  if (/@import|@font-face|expression\s*\(|url\s*\(\s*["']?\s*(?!#)/i.test(leftOver))
    return "Its styles load something.";
  return null;
}

/** No handlers, and no address but one of the drawing's own parts. */
function isPlainAttribute(name: string, value: string): boolean {
  if (/^on/i.test(name) || name === "xml:base") return false;
  if (/^xmlns(:|$)/.test(name)) return true;
  if (/(^|:)href$/i.test(name)) return value.trim().startsWith("#");
  return !/javascript:|&#|url\s*\(\s*(&quot;|["'])?\s*(?!#|&quot;|["'])/i.test(value);
}
