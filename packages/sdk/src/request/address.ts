/** A value of a query, as methods take it. */
export type QueryValue = string | number | boolean | null | undefined | object;

/**
 * A path with its parameters encoded: `` path`/invoices/${id}` ``. Refuses a parameter that would lead elsewhere: an address drops
 * empty and dotted segments.
 */
export function path(texts: TemplateStringsArray, ...parameters: readonly string[]): string {
  return texts.reduce((before, text, k) => before + segment(parameters[k - 1]) + text);
}

function segment(parameter: string | undefined): string {
  if (typeof parameter !== "string" || /^\.{0,2}$/.test(parameter)) {
    throw new TypeError(`${JSON.stringify(parameter)} cannot be a part of an address`);
  }
  return encodeURIComponent(parameter);
}

/** `?limit=10&filters=…`, or nothing. Lists and objects are sent as JSON; what has no value is left out. */
export function queryText(query: object | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}) as [string, QueryValue][]) {
    if (value === undefined || value === null) continue;
    parameters.set(name, typeof value === "object" ? JSON.stringify(value) : `${value}`);
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
