/** A body in Stripe's format: text, or members by name. */
export interface Form {
  readonly [name: string]: string | Form;
}

/** `metadata[order]=7&expand[0]=customer` → `{metadata: {order: "7"}, expand: {0: "customer"}}`. */
export function parseForm(text: string): Form {
  const form: Record<string, unknown> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/[[\]]+/).filter((step) => step !== "");
    let at = form;
    for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>;
    at[path.at(-1) ?? ""] = value;
  }
  return form as Form;
}

export function textOf(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === "string" ? value : undefined;
}

export function formOf(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === "object" ? value : {};
}
