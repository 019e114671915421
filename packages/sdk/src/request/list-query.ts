/** The query of a list. `Field` names the fields by which it can be filtered and sorted. */
export interface ListQuery<Field extends string> {
  /** The page number, from 1. */
  readonly page?: number | undefined;
  /** Items per page: 10 by default, at most 100. */
  readonly limit?: number | undefined;
  /** All filters must match. */
  readonly filters?: readonly ListFilter<Field>[] | undefined;
  readonly sort?: ListSort<Field> | undefined;
}

export interface ListFilter<Field extends string> {
  readonly field: Field;
  readonly operator?: "eq" | "ne" | "in" | "nin" | "contains" | "gt" | "gte" | "lt" | "lte" | "exists";
  readonly value?: string | number | boolean | readonly (string | number | boolean)[];
}

export type ListSort<Field extends string> =
  { readonly field: Field; readonly order: "asc" | "desc" } | `${Field}:${"asc" | "desc"}`;
