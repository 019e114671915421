import fc, { type Arbitrary } from "fast-check";
import type { KnownIds } from "./known-ids.ts";

/** A schema of the OpenAPI document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
}

const MOST_ITEMS = 3;
const MOST_CHARACTERS = 20;
/** Deeper than any useful body; a schema may contain itself. */
const DEEPEST = 6;

const day = fc.integer({ min: 0, max: 3_000 }).map((days) => new Date(Date.UTC(2023, 0, 1 + days)).toISOString());
const decimalText = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, "0")}`);
const byFormat: Readonly<Record<string, Arbitrary<string>>> = {
  decimal: fc.oneof(decimalText, fc.constantFrom("0", "1", "-1", "1e3", "0.000000000001", "9".repeat(30))),
  amount: fc.oneof(decimalText, fc.constantFrom("0", "1", "-1", "1e3", "999999999999999.99")),
  "date-time": day,
  date: day.map((text) => text.slice(0, "2024-01-31".length)),
  "instant-or-date": fc.oneof(
    day,
    day.map((text) => text.slice(0, "2024-01-31".length)),
  ),
  "change-moment": fc.constantFrom("now", "period_end"),
  "cancel-moment": fc.constantFrom("now", "period_end", "contract_end"),
  "resume-moment": fc.constant("now"),
  email: fc.oneof(
    fc.constantFrom("ada@example.com", "x@y"),
    fc.nat(99_999).map((number) => `person-${number}@example.com`),
  ),
  uri: fc.constantFrom("https://example.com/terms", "mailto:x@example.com"),
};
const byPattern: Readonly<Record<string, readonly string[]>> = {
  "^[A-Z]{3}$": ["USD", "EUR", "JPY", "KWD", "XXX", "AAA"],
  "^[A-Z]{2}$": ["DE", "US", "FR", "XX"],
  "^#[0-9a-fA-F]{6}$": ["#2f5bd7"],
};

/** Values that a schema allows, of realistic size. IDs are drawn from known ones. */
export function valuesOf(schema: Schema, ids: KnownIds, member = "", depth = 0): Arbitrary<unknown> {
  if (depth > DEEPEST) return fc.constant(null);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return fc.oneof(...either.map((one) => valuesOf(one, ids, member, depth)));
  const types = [schema.type ?? "any"].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, ids, member, depth)));
}

function ofType(type: string, schema: Schema, ids: KnownIds, member: string, depth: number): Arbitrary<unknown> {
  switch (type) {
    case "string":
      return texts(schema, ids.of(member));
    case "integer":
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -1_000),
        max: Math.min(schema.maximum ?? 1_000, 100_000),
      });
    case "number":
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, ids, member, depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS)),
      });
    case "object":
      return objects(schema, ids, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objects(
  { properties = {}, required = [], additionalProperties }: Schema,
  ids: KnownIds,
  depth: number,
): Arbitrary<unknown> {
  if (typeof additionalProperties === "object") {
    const names = fc.constantFrom("n", "region", "model", "a b");
    return fc.dictionary(names, valuesOf(additionalProperties, ids, "", depth + 1), { maxKeys: MOST_ITEMS });
  }
  const members = Object.entries(properties).map(
    ([name, schema]) => [name, valuesOf(schema, ids, name, depth + 1)] as const,
  );
  const isRequired = ([name]: (typeof members)[number]) => required.includes(name);
  const least = members.filter(isRequired);
  const others = members.filter((member) => !isRequired(member));
  const littleMore = fc
    .subarray(others, { minLength: Math.min(1, others.length), maxLength: Math.min(2, others.length) })
    .chain((chosen) => fc.record(Object.fromEntries([...least, ...chosen])));
  return fc.oneof(
    fc.record(Object.fromEntries(members), { requiredKeys: least.map(([name]) => name) }),
    // Only the required fields.
    fc.record(Object.fromEntries(least)),
    // Plus a few optional ones: with all of them, some value is nearly always refused.
    { weight: 2, arbitrary: littleMore },
  );
}

/** @param fitting IDs of the kind that the field refers to */
function texts(
  { format, pattern, minLength = 0, maxLength }: Schema,
  fitting: readonly string[] | undefined,
): Arbitrary<string> {
  const known = byFormat[format ?? ""];
  if (known !== undefined) return known;
  const named = byPattern[pattern ?? ""];
  if (named !== undefined) return fc.constantFrom(...named);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength));
  const longest = Math.max(minLength, Math.min(maxLength ?? MOST_CHARACTERS, MOST_CHARACTERS));
  const free = fc.string({ minLength, maxLength: longest, unit: "grapheme" });
  if (fitting === undefined || fitting.length === 0) return free;
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fitting) }, free);
}
