import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// R-API-12: the OpenAPI document names its schemas, and contains each of them once.

const file = new URL("../../packages/http/openapi.json", import.meta.url);

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly webhooks: object;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const document = JSON.parse(readFileSync(file, "utf8")) as Document;
const { schemas = {} } = document.components;

/** Without names, an operation took 9,471 bytes of the served document: 2,168,958 for 229. */
const BYTES_OF_AN_OPERATION = 9_471 / 2;
const EXPLAINS = ["description", "title", "example", "examples", "default", "deprecated", "x-answers"];

/** A schema without descriptions and null, with its fields in a fixed order. */
function shapeOf(schema: object): string {
  return JSON.stringify(stripped(schema, false));
}

function stripped(value: unknown, isNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => stripped(one, false));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>)
    .filter(([key]) => isNames || !EXPLAINS.includes(key))
    .map(([key, member]) => {
      if (!isNames && (key === "type" || key === "enum") && Array.isArray(member)) {
        const left: unknown[] = member.filter((one) => one !== "null" && one !== null);
        return [key, key === "type" && left.length === 1 ? left[0] : left] as const;
      }
      return [key, stripped(member, key === "properties" && !isNames)] as const;
    });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every schema in a part of the document with its path, except references and components. */
function schemasIn(value: unknown, at: string, isComponent = false): { at: string; schema: object }[] {
  if (Array.isArray(value)) return value.flatMap((one, k) => schemasIn(one, `${at}/${k}`));
  if (typeof value !== "object" || value === null) return [];
  const isSchema = !isComponent && !("$ref" in value) && ("properties" in value || "enum" in value || "anyOf" in value);
  const inner = Object.entries(value).flatMap(([key, member]) =>
    key === "example" || key === "examples" ? [] : schemasIn(member, `${at}/${key}`),
  );
  return [...(isSchema ? [{ at, schema: value }] : []), ...inner];
}

/** Where a named schema is written out in full. */
function inlineCopies({ paths, webhooks, components }: Document): string[] {
  const names = new Map(Object.entries(components["schemas"] ?? {}).map(([name, schema]) => [shapeOf(schema), name]));
  const { schemas: named = {}, ...others } = components;
  const found = [
    ...schemasIn({ paths, webhooks, others }, ""),
    ...Object.entries(named).flatMap(([name, schema]) => schemasIn(schema, name, true)),
  ];
  expect(found.length).toBeGreaterThan(100);
  return found.flatMap(({ at, schema }) => {
    const name = names.get(shapeOf(schema));
    return name === undefined ? [] : [`${at} is a copy of ${name}`];
  });
}

test("schemas have the names of the interface (R-API-12)", () => {
  expect(Object.keys(schemas).length).toBeGreaterThanOrEqual(120);
  const words = ["Account", "Invoice", "InvoiceLine", "InvoiceList", "CreateAccountRequest", "Money", "Error"];
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(words));
  // A trailing number would mean that two shapes have the same name.
  expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z]*$/.test(name))).toEqual([]);
});

test("no named schema is repeated (R-API-12)", () => {
  expect(inlineCopies(document)).toEqual([]);
});

test("a copy of a named schema is found, even with another description or null", () => {
  const copy = { ...schemas["Money"], type: ["object", "null"], description: "What it costs." };
  const copied = { ...document, webhooks: { "a.copy": { schema: { type: "object", properties: { price: copy } } } } };
  expect(inlineCopies(copied)).toEqual(["/webhooks/a.copy/schema/properties/price is a copy of Money"]);
});

test("every JSON request and response with fields is named, and every name is used", () => {
  const text = JSON.stringify(document);
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  expect(unused).toEqual([]);
  const written = schemasIn(document.paths, "").filter(({ schema }) => "properties" in schema);
  expect(written.map(({ at }) => at)).toEqual([]);
});

test("the document takes at most half of the bytes without names (R-API-12)", () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
  expect(operations).toBeGreaterThan(200);
  expect(Buffer.byteLength(JSON.stringify(document)) / operations).toBeLessThanOrEqual(BYTES_OF_AN_OPERATION);
});
