import type { Catalog } from "@counterfoil/sdk/catalog";

/** The sections of a catalog, in the order in which they refer to each other. */
export const SECTIONS = [
  "metrics",
  "products",
  "features",
  "prices",
  "bundles",
  "plans",
] as const satisfies readonly (keyof Catalog)[];
export type Section = (typeof SECTIONS)[number];

/** What an entry can name: a key of a section, or the name of a tax rate of the organization. */
export type Referred = Section | "taxRates";

/** The form of a value in a catalog file, and how it differs from the form in the API. */
export type Shape =
  | { readonly kind: "text"; readonly isEmptyAllowed: boolean }
  | { readonly kind: "flag" }
  /** A JSON number. */
  | { readonly kind: "number"; readonly isWhole: boolean }
  | { readonly kind: "word"; readonly words: readonly string[] }
  /** A decimal as text. The API has it as it is. */
  | { readonly kind: "decimal" }
  /** A decimal as text. The API has `{value}`. */
  | { readonly kind: "money" }
  /** True, false, a decimal as text, or `unlimited`. */
  | { readonly kind: "allowance" }
  /** The value of a filter: a scalar, or a list of scalars. */
  | { readonly kind: "filter value" }
  /** A key of another entry. The API has its ID. */
  | { readonly kind: "reference"; readonly to: Referred }
  | { readonly kind: "list"; readonly of: Shape }
  /** Values by names that the writer chooses. */
  | { readonly kind: "map"; readonly of: Shape }
  | RecordShape;

export interface RecordShape {
  readonly kind: "record";
  readonly members: Readonly<Record<string, Member>>;
}

export interface Member {
  readonly shape: Shape;
  readonly isRequired: boolean;
  /** Whether null differs from a missing member: no value, instead of the default. */
  readonly isNullable?: boolean;
  /** The name in the API. The same as in the file if absent. */
  readonly wire?: string;
}

export const text: Shape = { kind: "text", isEmptyAllowed: false };
/** A text that may be empty, such as a property value. */
export const anyText: Shape = { kind: "text", isEmptyAllowed: true };
export const flag: Shape = { kind: "flag" };
export const whole: Shape = { kind: "number", isWhole: true };
export const number: Shape = { kind: "number", isWhole: false };
export const decimal: Shape = { kind: "decimal" };
export const money: Shape = { kind: "money" };
export const word = (words: readonly string[]): Shape => ({ kind: "word", words });
export const reference = (to: Referred): Shape => ({ kind: "reference", to });
export const list = (of: Shape): Shape => ({ kind: "list", of });
export const map = (of: Shape): Shape => ({ kind: "map", of });
export const required = (shape: Shape, wire?: string): Member => member(shape, true, wire);
export const optional = (shape: Shape, wire?: string): Member => member(shape, false, wire);

/** A member whose default is not null, so that the file can say null. */
export const nullable = (shape: Shape): Member => ({ shape, isRequired: false, isNullable: true });

function member(shape: Shape, isRequired: boolean, wire: string | undefined): Member {
  return wire === undefined ? { shape, isRequired } : { shape, isRequired, wire };
}

/** A record whose members are exactly those of a type of the client, so that file and type cannot differ. */
export function record<Type extends object>(members: Readonly<Record<keyof Type & string, Member>>): RecordShape {
  return { kind: "record", members };
}
