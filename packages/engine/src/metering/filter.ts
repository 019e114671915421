import type { PropertyValue } from "./property.ts";

/** Operators that compare a property with one value. */
export const valueOperators = [
  "equal",
  "not_equal",
  "contains",
  "not_contains",
  "greater_than",
  "greater_than_or_equal",
  "less_than",
  "less_than_or_equal",
] as const;

/** Operators that compare a property with a list of values. */
export const listOperators = ["in", "not_in"] as const;

/** Every operator of a filter condition (R-MET-2). */
export const filterOperators = [...valueOperators, ...listOperators, "exists"] as const;

/** One condition on one property of an event. */
export type FilterCondition =
  | { readonly field: string; readonly operator: (typeof valueOperators)[number]; readonly value: PropertyValue }
  | {
      readonly field: string;
      readonly operator: (typeof listOperators)[number];
      readonly value: readonly PropertyValue[];
    }
  /** value false: the property must be absent. */
  | { readonly field: string; readonly operator: "exists"; readonly value: boolean };

/** Conditions of which all (`and`) or at least one (`or`) must match. A group without conditions always matches. */
export interface FilterGroup {
  readonly operator: "and" | "or";
  readonly filters: readonly FilterCondition[];
}
