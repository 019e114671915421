/** A query value that methods accept. */
export type QueryValue = string | number | boolean | null | undefined | object;

/**
 * A path with encoded parameters: `` path`/invoices/${id}` ``. Throws for a parameter that would change the path,
 * because a URL drops empty and dotted segments.
 */
export function path(texts: TemplateStringsArray, ...parameters: readonly string[]): string {
  return texts.reduce((before, text, k) => before + segment(parameters[k - 1]) + text);
}

function segment(parameter: string | undefined): string {
  if (typeof parameter !== "string" || /^\.{0,2}$/.test(parameter)) {
    throw new TypeError(`${JSON.stringify(parameter)} cannot be a path segment`);
  }
  return encodeURIComponent(parameter);
}

/** `?limit=10&filters=…`, or an empty string. Sends lists and objects as JSON, and omits parameters without a value. */
export function queryText(query: object | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}) as [string, QueryValue][]) {
    if (value === undefined || value === null) continue;
    parameters.set(name, typeof value === "object" ? JSON.stringify(value) : `${value}`);
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
