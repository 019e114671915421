import type { Tx } from "../database/tx.ts";

/** How a field of a list is compared: decides which values it takes and which operators make sense on it. */
export type ListFieldType = "text" | "instant" | "decimal" | "integer" | "boolean" | "list";

/** A field that a list can be filtered and sorted by; `sql` is an expression over the list's table. */
export interface ListField {
  readonly type: ListFieldType;
  readonly sql: string;
  /** Of a field that holds an id: what the caller may write in its place (R-API-6). */
  readonly names?: ListReference;
}

/** What is also known by a name that the caller chose: an account by its aliases, a feature by its key, a payment by its external id. */
export type ListReference = "account" | "feature" | "payment";

export type ListFields = Readonly<Record<string, ListField>>;

export type ListOperator = "eq" | "ne" | "in" | "nin" | "contains" | "gt" | "gte" | "lt" | "lte" | "exists";

/** A filter whose field, operator and value were checked against the list's fields. */
export interface ListFilter {
  readonly field: string;
  readonly operator: ListOperator;
  readonly value: string | boolean | readonly string[];
}

export interface ListQuery {
  readonly page: number;
  /** Null where everything is asked for (R-API-2). */
  readonly limit: number | null;
  readonly filters: readonly ListFilter[];
  readonly sort: { readonly field: string; readonly order: "asc" | "desc" } | null;
}

export interface ListPage<Row> {
  readonly rows: Row[];
  /** How many rows all pages hold together. */
  readonly total: number;
}

/** What a list is of. */
interface ListedTable {
  readonly table: string;
  readonly fields: ListFields;
  /** What an unsorted list is ordered by; `created_at` where nothing is said. */
  readonly order?: string;
  /** The column in which every order ends, different in each row; `id` where nothing is said. */
  readonly key?: string;
  /** A condition that rows have to meet to be in the list at all. */
  readonly only?: string;
}

const CASTS: Record<ListFieldType, string> = {
  text: "text",
  instant: "timestamptz",
  decimal: "numeric",
  integer: "numeric",
  boolean: "boolean",
  list: "text",
};

/**
 * One page of `table` (aliased by its own name) for the organization of `tx`. Ends every order in the id, so that pages
 * never overlap (R-API-3). Without a sort, the oldest come first.
 */
export async function listRows<Row>(
  tx: Tx,
  { table, fields, ...options }: ListedTable,
  query: ListQuery,
): Promise<ListPage<Row>> {
  const values: unknown[] = [tx.organizationId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [`${table}.organization_id = $1`];
  if (options.only !== undefined) conditions.push(options.only);
  for (const filter of query.filters) conditions.push(condition(fieldOf(fields, filter.field), filter, bind));
  const where = conditions.join(" and ");

  const sort = query.sort === null ? null : { sql: fieldOf(fields, query.sort.field).sql, order: query.sort.order };
  const first = sort === null ? (options.order ?? `${table}.created_at`) : `${sort.sql} ${sort.order} nulls last`;
  const order = `${first}, ${table}.${options.key ?? "id"}`;
  const offset = query.limit === null ? 0 : (query.page - 1) * query.limit;
  // One row more than the page has tells whether it is the last page, which needs no count.
  const slice = query.limit === null ? "" : ` limit ${query.limit + 1} offset ${offset}`;
  const found = await tx.sql<Row>(`select ${table}.* from ${table} where ${where} order by ${order}${slice}`, values);
  const rows = query.limit === null ? found : found.slice(0, query.limit);
  const isLast = found.length === rows.length && (rows.length > 0 || offset === 0);
  if (isLast) return { rows, total: offset + rows.length };
  const counted = await tx.sql<{ total: string }>(`select count(*) as total from ${table} where ${where}`, values);
  return { rows, total: Number(counted[0]?.total ?? 0) };
}

function fieldOf(fields: ListFields, name: string): ListField {
  const field = fields[name];
  if (field === undefined) throw new Error(`list field ${name} was not checked`);
  return field;
}

/** The value itself where it is no such name. */
const IDS: Record<ListReference, (value: string) => string> = {
  account: (value) =>
    `coalesce((select l.account_id from account_alias l where l.organization_id = $1 and l.alias = ${value}), ${value})`,
  feature: (value) =>
    `coalesce((select f.id from feature f where f.organization_id = $1 and f.key = ${value}), ${value})`,
  payment: (value) =>
    `coalesce((select p.id from payment p where p.organization_id = $1 and p.id = ${value}),
       (select p.id from payment p where p.organization_id = $1 and p.external_id = ${value}), ${value})`,
};

/** The id of what a value names, as an expression over the organization of `$1`. */
export function idOf(names: ListReference, value: string): string {
  return IDS[names](value);
}

function condition(field: ListField, filter: ListFilter, bind: (value: unknown) => string): string {
  const { sql, names } = field;
  const cast = CASTS[field.type];
  const one = (): string => {
    const value = `${bind(filter.value)}::${cast}`;
    const isCompared = filter.operator === "eq" || filter.operator === "ne";
    return names === undefined || !isCompared ? value : idOf(names, value);
  };
  const many = (): string => {
    const values = `${bind(filter.value)}::${cast}[]`;
    return names === undefined ? values : `array(select ${idOf(names, "named")} from unnest(${values}) named)`;
  };
  const isList = field.type === "list";
  switch (filter.operator) {
    case "eq":
      return isList ? `${one()} = any(${sql})` : `${sql} = ${one()}`;
    case "ne":
      return isList ? `not (${one()} = any(${sql}))` : `${sql} is distinct from ${one()}`;
    case "in":
      return isList ? `${sql} && ${many()}` : `${sql} = any(${many()})`;
    case "nin":
      return isList ? `not (${sql} && ${many()})` : `(${sql} = any(${many()})) is not true`;
    case "contains":
      return isList
        ? `exists (select from unnest(${sql}) item where strpos(lower(item), lower(${one()})) > 0)`
        : `strpos(lower(${sql}), lower(${one()})) > 0`;
    case "exists":
      return `(${isList ? `cardinality(${sql}) > 0` : `${sql} is not null`}) = ${bind(filter.value)}::boolean`;
    case "gt":
      return `${sql} > ${one()}`;
    case "gte":
      return `${sql} >= ${one()}`;
    case "lt":
      return `${sql} < ${one()}`;
    case "lte":
      return `${sql} <= ${one()}`;
  }
}
