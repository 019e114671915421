/** Elements that only draw. Text is excluded, because its font would depend on the machine. */
const DRAWING = new Set(
  (
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon linearGradient radialGradient stop " +
    "clipPath mask pattern style"
  ).split(" "),
);
/** Nested uses multiply. With this limit, they produce some thousand parts at most. */
const MOST_USES = 20;
/** Renderers draw nested groups recursively. Deeper nesting would overflow their stack. */
const DEEPEST = 50;
/** The maximum number of parts in a logo. Real logos have some hundred. */
const MOST_PARTS = 5_000;
/** The maximum number of parts and characters drawn after following all references. */
const MOST_DRAWN_PARTS = 20_000;
const MOST_DRAWN_CHARACTERS = 2_000_000;
/** A renderer compares each part of each selector with each element. A million comparisons take a third of a second. */
const MOST_STYLE_MATCHES = 1_000_000;
/** Tags that editors leave behind. They draw nothing and are removed. */
const IDLE = /^(sodipodi|inkscape):/;
// Both scan any text in one pass: a name matches completely or not at all, and no part extends beyond the next mark.
const TAG = /<\/?([\w:.-]+)(?![\w:.-])((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>/g;
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g;
/** The first character of a reference to another part. */
const REFERENCE = /url\s*\(\s*["']?\s*([^\s"'])/gi;

export type PlainSvg = { readonly ok: true; readonly svg: string } | { readonly ok: false; readonly detail: string };

/**
 * An SVG that is safe to show anywhere: it runs no code, loads nothing and does not unpack to something larger.
 * Comments, declarations and data of editors are removed. Anything else that does not draw is rejected by name, because
 * a logo with a missing part would be wrong.
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

/** Removes everything between two marks, in one pass for any text. An unclosed mark stays. */
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
  if (svg.includes("<!") || svg.includes("<?"))
    return "The SVG has entity declarations or processing instructions. Remove them.";
  for (const [, name = "", attributes = ""] of svg.matchAll(TAG)) {
    if (!DRAWING.has(name))
      return `The SVG element ${name} is not allowed. Use shapes only, and convert text to paths.`;
    for (const [, attribute = "", quoted = ""] of attributes.matchAll(ATTRIBUTE)) {
      if (!isPlainAttribute(attribute, quoted.slice(1, -1)))
        return `The attribute ${attribute} of the SVG element ${name} is not allowed. Remove it.`;
    }
    if (!/^\s*\/?$/.test(attributes.replaceAll(ATTRIBUTE, "")))
      return `Put every attribute of the SVG element ${name} in quotes.`;
  }
  if ((svg.match(/<use\b/g) ?? []).length > MOST_USES) return `The SVG has more than ${MOST_USES} use elements.`;
  const tooMuch = excessOf(svg);
  if (tooMuch !== null) return tooMuch;
  const leftOver = svg.replaceAll(TAG, "");
  if (leftOver.includes("<")) return "The SVG is not well-formed.";
  const isLoading = /@import|@font-face|expression\s*\(|\\/i.test(leftOver) || refersOutside(leftOver);
  return isLoading ? "The SVG styles load external resources. Remove them." : null;
}

/** An element of the image, with the IDs that it refers to. */
interface Part {
  readonly name: string;
  readonly characters: number;
  readonly children: Part[];
  readonly refersTo: string[];
}

/** Why drawing it would cost more than a logo may; null if it would not. */
function excessOf(svg: string): string | null {
  const root: Part = { name: "", characters: 0, children: [], refersTo: [] };
  const open: { readonly name: string; readonly part: Part }[] = [];
  const named = new Map<string, Part>();
  let count = 0;
  for (const [tag, name = "", attributes = ""] of svg.matchAll(TAG)) {
    if (tag.startsWith("</")) {
      if (open.pop()?.name !== name) return "The SVG is not well-formed.";
      continue;
    }
    count += 1;
    if (count > MOST_PARTS) return `The SVG has more than ${MOST_PARTS} elements.`;
    const part: Part = { name, characters: tag.length, children: [], refersTo: referencesOf(attributes) };
    (open.at(-1)?.part ?? root).children.push(part);
    for (const [, attribute, quoted = ""] of attributes.matchAll(ATTRIBUTE)) {
      if (attribute === "id") named.set(quoted.slice(1, -1), part);
    }
    if (attributes.trimEnd().endsWith("/")) continue;
    open.push({ name, part });
    if (open.length > DEEPEST) return `The SVG elements are nested more than ${DEEPEST} levels deep.`;
  }
  if (open.length > 0) return "The SVG is not well-formed.";
  const styles = [...svg.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style/g)].map(([, text = ""]) => text);
  const selectors = styles.reduce((sum, text) => sum + selectorParts(text), 0);
  if (selectors * count > MOST_STYLE_MATCHES)
    return `The SVG styles have ${selectors} selector parts, which is too many for ${count} elements.`;
  // Any element may use what styles refer to.
  const styled = styles.flatMap(referencesOf);
  return drawnExcess(root, named, [...new Set(styled)]);
}

/** The number of selector parts in all rules: `.a .b, g > rect` has four, and each rule at least one. */
function selectorParts(style: string): number {
  return style
    .split("}")
    .reduce((sum, rule) => sum + (rule.split("{", 1)[0] ?? "").split(/[\s,>+~]+|(?=[.#:[])/).length, 0);
}

function referencesOf(text: string): string[] {
  const addresses = [...text.matchAll(/url\s*\(\s*["']?\s*#([^\s"')]+)/gi)].map(([, id = ""]) => id);
  const links = [...text.matchAll(/(?<![\w.-])(?:xlink:)?href\s*=\s*["']\s*#([^\s"']+)/gi)].map(([, id = ""]) => id);
  return [...addresses, ...links];
}

/** The size of a part after following each of its references. */
interface Drawn {
  readonly parts: number;
  readonly characters: number;
  readonly depth: number;
}

const NOTHING: Drawn = { parts: 0, characters: 0, depth: 0 };

function drawnExcess(root: Part, named: ReadonlyMap<string, Part>, styled: readonly string[]): string | null {
  const known = new Map<Part, Drawn | "under way">();
  let hasLoop = false;
  const drawn = (part: Part): Drawn => {
    const before = known.get(part);
    if (before === "under way") {
      hasLoop = true;
      return NOTHING;
    }
    if (before !== undefined) return before;
    known.set(part, "under way");
    let [parts, characters, depth] = [1, part.characters, 0];
    const referred = part.refersTo.flatMap((id) => named.get(id) ?? []);
    for (const other of [...part.children, ...referred]) {
      const of = drawn(other);
      parts += of.parts;
      characters += of.characters;
      depth = Math.max(depth, of.depth);
    }
    const sum = { parts, characters, depth: depth + 1 };
    known.set(part, sum);
    return sum;
  };
  const plain = drawn(root);
  // An element with a gradient is drawn only once.
  const each = styled
    .flatMap((id) => named.get(id) ?? [])
    .filter(({ name }) => !name.endsWith("Gradient"))
    .map(drawn);
  const parts = plain.parts + known.size * each.reduce((sum, one) => sum + one.parts, 0);
  const characters = plain.characters + known.size * each.reduce((sum, one) => sum + one.characters, 0);
  const depth = [plain, ...each].reduce((most, one) => Math.max(most, one.depth), 0);
  if (depth > 2 * DEEPEST) return `The SVG references are nested more than ${2 * DEEPEST} levels deep.`;
  if (hasLoop) return "An SVG element refers to itself.";
  if (parts > MOST_DRAWN_PARTS) return `The SVG references expand to more than ${MOST_DRAWN_PARTS} elements.`;
  if (characters > MOST_DRAWN_CHARACTERS)
    return `The SVG references expand to more than ${MOST_DRAWN_CHARACTERS} characters.`;
  return null;
}

/** No event handlers, and no URLs except references to the drawing's own parts. */
function isPlainAttribute(name: string, value: string): boolean {
  if (/^on/i.test(name) || name === "xml:base") return false;
  if (/^xmlns(:|$)/.test(name)) return true;
  if (/(^|:)href$/i.test(name)) return value.trim().startsWith("#");
  return !/javascript:|&#/i.test(value) && !refersOutside(value);
}

/** Whether it refers to anything other than the drawing's own parts. */
function refersOutside(text: string): boolean {
  return [...text.matchAll(REFERENCE)].some(([, first]) => first !== "#");
}
