import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PATTERN_WORDS } from "../../packages/http/src/value-words.ts";

// R-API-4: an error says in words what a value must be. A pattern alone tells a reader too little.

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { parameters?: unknown; requestBody?: unknown }>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const file = new URL("../../packages/http/openapi.json", import.meta.url);

/** The patterns of what requests send, except those of decimals, whose errors name their bounds. */
function requestPatterns({ paths, components }: Document): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { $ref: reference, pattern, format } = value as Record<string, unknown>;
    if (typeof reference === "string" && !seen.has(reference)) {
      seen.add(reference);
      const [kind = "", name = ""] = reference.split("/").slice(2);
      walk(components[kind]?.[name]);
    }
    if (typeof pattern === "string" && format !== "decimal" && format !== "amount") found.add(pattern);
    for (const [key, member] of Object.entries(value)) if (!key.startsWith("example")) walk(member);
  };
  for (const { parameters, requestBody } of Object.values(paths).flatMap((path) => Object.values(path))) {
    walk(parameters);
    walk(requestBody);
  }
  return [...found].toSorted();
}

test("every pattern of a request has words for its error, and no words are left over (R-API-4)", () => {
  const patterns = requestPatterns(JSON.parse(readFileSync(file, "utf8")) as Document);
  expect(patterns.length).toBeGreaterThan(10);
  expect(patterns).toEqual(Object.keys(PATTERN_WORDS).toSorted());
});
