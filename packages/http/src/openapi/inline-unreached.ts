import type { DescribedDocument } from "./described.ts";
import { type JsonSchema, SCHEMAS } from "./schema-namer.ts";

/** Inlines schemas that only webhooks use: client generators omit components that no path refers to. */
export function inlineUnreached({ paths, webhooks, components }: DescribedDocument): void {
  const schemas = components["schemas"] as Record<string, JsonSchema>;
  const { schemas: _, ...others } = components;
  const reached = new Set(namesIn([paths, others]));
  for (const name of reached) for (const further of namesIn(schemas[name])) reached.add(further);

  function inlined(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inlined);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...use } = value as JsonSchema;
    const name = typeof $ref === "string" && $ref.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length) : null;
    if (name !== null && !reached.has(name)) return inlined({ ...schemas[name], ...use });
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inlined(member)]));
  }

  for (const { post } of Object.values(webhooks)) {
    for (const content of Object.values(post.requestBody?.content ?? {}))
      content.schema = inlined(content.schema) as object;
  }
  components["schemas"] = Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)));
}

function namesIn(value: unknown): string[] {
  const found = (JSON.stringify(value) ?? "").matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  return [...found].map(([, name = ""]) => name);
}
