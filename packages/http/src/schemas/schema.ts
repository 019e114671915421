import Type, { type Static, type TObject, type TSchema, type TUnsafe } from "typebox";

/** The building blocks of every schema: one source for validation, serialization, OpenAPI and static types. */

/** The schema or null: a field without a value is null, never missing (R-API-1). */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] };
  const rest = values === undefined ? {} : { enum: [...values, null] };
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [type, "null"], ...rest });
}

/** One of a fixed list of words. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
  description?: string,
): TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({ type: "string", enum: [...words], ...(description ? { description } : {}) });
}

/** An object that contains all of these members and no others. */
export function record<Members extends Record<string, TSchema>>(
  members: Members,
  options: object = {},
): TObject<Members> {
  return Type.Object(members, { additionalProperties: false, ...options });
}

/** Marks a schema that only documents: the use case validates the value, so that one error can report all faults. */
export const JUDGED_LATER = "x-judged-later";
export function judgedLater<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema>> {
  return Type.Unsafe<Static<Schema>>({ ...schema, [JUDGED_LATER]: true });
}

const MAX_TEXT = 10_000;
const MAX_NAME = 255;

export const text = (description?: string) =>
  Type.String({ maxLength: MAX_TEXT, ...(description ? { description } : {}) });
export const name = (description?: string) =>
  Type.String({ minLength: 1, maxLength: MAX_NAME, ...(description ? { description } : {}) });

/** An instant in responses: UTC with milliseconds. */
export const instant = Type.String({ format: "date-time", examples: ["2026-01-31T08:04:12.000Z"] });

/**
 * An instant in requests: a timestamp with offset, or a date, which means the start of that day in the account's zone.
 */
export const instantInput = Type.String({
  format: "instant-or-date",
  description:
    "ISO 8601 timestamp with offset, or a date, which means the start of that day in the account's time zone.",
  examples: ["2026-01-31", "2026-01-31T09:00:00+01:00"],
});

export const decimal = Type.String({
  format: "decimal",
  description: "Exact decimal as a string.",
  examples: ["49.50"],
});
/** An amount of money in requests. Its bounds are `amountBounds`; all other decimals have `numberBounds`. */
export const amountInput = Type.String({
  format: "amount",
  description: "Exact decimal as a string, with at most 15 digits before the point.",
  examples: ["49.50"],
});
/** An amount of money inside a price, in requests. */
export const moneyInput = record({ value: amountInput }, { title: "AmountInput" });
/** Money inside a price (R-API-1). Percentages use the same shape. */
export const money = record({ value: decimal }, { title: "Money" });

export const currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217 code.", examples: ["EUR"] });

/** An email address in requests. */
export const email = Type.String({ format: "email", maxLength: 320 });

/** A path parameter with a description of what it identifies. */
export const inPath = (description: string) => Type.String({ minLength: 1, maxLength: MAX_NAME, description });
/** The path parameter of every resource with an ID. */
export const resourceId = inPath(
  "The ID, or your own name for the resource if it has one: an alias, a code or an external ID.",
);
export const byId = Type.Object({ id: resourceId });

export const timestamps = { createdAt: instant, updatedAt: instant };
