/** The values of placeholders. A missing or empty value counts as absent. */
export type TemplateValues = Readonly<Record<string, string | undefined>>;

const SECTION = /\{([#^])([A-Za-z]\w*)\}((?:(?!\{[#^]\2\})[\s\S])*?)\{\/\2\}/;
const PLACEHOLDER = /\{([A-Za-z]\w*)\}/g;
const TAG = /\{([#^/]?)([A-Za-z]\w*)\}/g;

/**
 * Fills a template: `{Name}` is replaced by its value, `{#Name}…{/Name}` is shown only if there is a value, and
 * `{^Name}…{/Name}` only if there is none. `write` escapes a value for its context. Placeholders inside values are
 * never replaced.
 */
export function fillTemplate(template: string, values: TemplateValues, write: (value: string) => string): string {
  const valueOf = (name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? "") : "");
  let rest = template;
  for (let section = SECTION.exec(rest); section !== null; section = SECTION.exec(rest)) {
    const [whole, sign, name = "", inner = ""] = section;
    const isKept = (valueOf(name) !== "") === (sign === "#");
    rest = rest.slice(0, section.index) + (isKept ? inner : "") + rest.slice(section.index + whole.length);
  }
  return rest.replaceAll(PLACEHOLDER, (_, name: string) => write(valueOf(name)));
}

/** The faults of a template: each unknown name, and each section that is not closed correctly. */
export function templateFaults(template: string, names: ReadonlySet<string>): { code: string; detail: string }[] {
  const faults: { code: string; detail: string }[] = [];
  const open: string[] = [];
  const unknown = new Set<string>();
  for (const [tag, sign, name = ""] of template.matchAll(TAG)) {
    if (!names.has(name)) unknown.add(name);
    if (sign === "#" || sign === "^") {
      if (open.includes(name)) faults.push(unclosed(`${tag} is inside a section of the same name.`));
      open.push(name);
    }
    if (sign === "/" && open.pop() !== name) faults.push(unclosed(`${tag} closes a section that is not open.`));
  }
  for (const name of open) faults.push(unclosed(`The section {#${name}} is not closed by {/${name}}.`));
  for (const name of unknown) {
    const detail = `{${name}} is not a placeholder of this mail. Available: ${[...names].join(", ")}.`;
    faults.push({ code: "unknown_placeholder", detail });
  }
  return faults;
}

function unclosed(detail: string): { code: string; detail: string } {
  return { code: "section_not_closed", detail };
}

/** Escapes a value for HTML text and quoted attributes. */
export function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Puts a value on one line, for example for the subject, so that a line break cannot start another header. */
export function inOneLine(value: string): string {
  return value
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}
