import Type, { type Static, type TObject, type TSchema, type TUnsafe } from "typebox";

/** The building blocks of every schema. One source for validation, serialisation, OpenAPI and static types. */

/** The schema or null: a member without a value is null and never missing (R-API-1). */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] };
  const rest = values === undefined ? {} : { enum: [...values, null] };
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [type, "null"], ...rest });
}

/** One of a closed set of words. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
  description?: string,
): TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({ type: "string", enum: [...words], ...(description ? { description } : {}) });
}

/** An object in which every member is present and none is beyond those named. */
export function record<Members extends Record<string, TSchema>>(
  members: Members,
  options: object = {},
): TObject<Members> {
  return Type.Object(members, { additionalProperties: false, ...options });
}

/** Marks a schema that only describes: the use case judges the value, together with all that it can tell is wrong. */
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

/** What the server answers: an instant in UTC with milliseconds. */
export const instant = Type.String({ format: "date-time", examples: ["2026-01-31T08:04:12.000Z"] });

/** What a caller may write: a timestamp with offset, or a date that means the start of that day in the account's zone. */
export const instantInput = Type.String({
  format: "instant-or-date",
  description: "ISO 8601 timestamp with offset, or a date: the start of that day in the account's time zone.",
  examples: ["2026-01-31", "2026-01-31T09:00:00+01:00"],
});

export const decimal = Type.String({
  format: "decimal",
  description: "Exact decimal as a string.",
  examples: ["49.50"],
});
/** An amount of money that a caller writes. Its bounds are those of `amountBounds`; every other decimal has `numberBounds`. */
export const amountInput = Type.String({
  format: "amount",
  description: "Exact decimal as a string, of at most 15 digits before the point.",
  examples: ["49.50"],
});
/** The same inside a price. */
export const moneyInput = record({ value: amountInput }, { title: "AmountInput" });
/** Money inside a price (R-API-1). Percentages are carried in it as well. */
export const money = record({ value: decimal }, { title: "Money" });

export const currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217 code.", examples: ["EUR"] });

/** Part of a path, which says what it names. */
export const inPath = (description: string) => Type.String({ minLength: 1, maxLength: MAX_NAME, description });
/** The path parameter of everything that has an id of its own. */
export const resourceId = inPath("The id, or where there is one the caller's own: an alias, a code, an external id.");
export const byId = Type.Object({ id: resourceId });

export const timestamps = { createdAt: instant, updatedAt: instant };
