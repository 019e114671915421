/** What every list takes. `Field` is what it can be filtered and sorted by. */
export interface ListQuery<Field extends string> {
  /** From 1. */
  readonly page?: number | undefined;
  /** Items of a page: 10 unless told, at most 100. */
  readonly limit?: number | undefined;
  /** All have to hold. */
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
