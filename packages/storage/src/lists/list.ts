import { namedAccount } from "../accounts/named-account.ts";
import type { Tx } from "../database/tx.ts";

/** The type of a list field. It determines the accepted values and operators. */
export type ListFieldType = "text" | "instant" | "decimal" | "integer" | "boolean" | "list";

/** A field by which a list can be filtered and sorted. `sql` is an expression over the list's table. */
export interface ListField {
  readonly type: ListFieldType;
  readonly sql: string;
  /** For an ID field: the kind of name that callers may use instead of the ID (R-API-6). */
  readonly names?: ListReference;
  /** For a list: whether it contains a value, as a condition that can use an index. The organization is `$1`. */
  readonly holds?: (value: string) => string;
}

/**
 * Objects that also have a name chosen by the caller: an account has aliases, a feature has a key, a payment has an
 * external ID.
 */
export type ListReference = "account" | "feature" | "payment";

export type ListFields = Readonly<Record<string, ListField>>;

export type ListOperator = "eq" | "ne" | "in" | "nin" | "contains" | "gt" | "gte" | "lt" | "lte" | "exists";

/** A filter whose field, operator and value were validated against the list's fields. */
export interface ListFilter {
  readonly field: string;
  readonly operator: ListOperator;
  readonly value: string | boolean | readonly string[];
}

export interface ListQuery {
  readonly page: number;
  /** Null for all rows (R-API-2). */
  readonly limit: number | null;
  readonly filters: readonly ListFilter[];
  readonly sort: { readonly field: string; readonly order: "asc" | "desc" } | null;
}

export interface ListPage<Row> {
  readonly rows: Row[];
  /** The total number of rows on all pages. */
  readonly total: number;
}

/** What a list contains. */
export interface ListedTable {
  readonly table: string;
  readonly fields: ListFields;
  /** The default order; `created_at` if absent. */
  readonly order?: string;
  /** The unique column that ends every order; `id` if absent. */
  readonly key?: string;
  /** What is read of a row; all columns if absent. */
  readonly columns?: string;
  /** A condition that every row of the list must meet. It may bind values. */
  readonly only?: string | ((bind: (value: unknown) => string) => string);
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
 * One page of `table` (aliased by its own name) for the organization of `tx`. Every order ends in the ID, so that pages
 * never overlap (R-API-3). Without a sort, the oldest come first.
 */
export async function listRows<Row>(
  tx: Tx,
  { table, fields, ...options }: ListedTable,
  query: ListQuery,
): Promise<ListPage<Row>> {
  const values: unknown[] = [tx.organizationId];
  const where = whereOf({ table, fields, ...options }, query.filters, values);

  const sort = query.sort === null ? null : { sql: fieldOf(fields, query.sort.field).sql, order: query.sort.order };
  const first = sort === null ? (options.order ?? `${table}.created_at`) : `${sort.sql} ${sort.order} nulls last`;
  const order = `${first}, ${table}.${options.key ?? "id"}`;
  const offset = query.limit === null ? 0 : (query.page - 1) * query.limit;
  // One row more than the page size tells whether this is the last page, without a count.
  const slice = query.limit === null ? "" : ` limit ${query.limit + 1} offset ${offset}`;
  const text = `select ${options.columns ?? `${table}.*`} from ${table} where ${where} order by ${order}${slice}`;
  // The list of one account, for example, always has the same plan. Other plans depend on how rare the values are.
  const isGeneric =
    query.sort === null && offset === 0 && query.filters.length > 0 && query.filters.every(isReference(fields));
  const found = await (isGeneric ? tx.generic<Row>(text, values) : tx.sql<Row>(text, values));
  const rows = query.limit === null ? found : found.slice(0, query.limit);
  const isLast = found.length === rows.length && (rows.length > 0 || offset === 0);
  if (isLast) return { rows, total: offset + rows.length };
  const counted = await tx.sql<{ total: string }>(`select count(*) as total from ${table} where ${where}`, values);
  return { rows, total: Number(counted[0]?.total ?? 0) };
}

/** Whether a filter selects the rows of one object that another field names. */
function isReference(fields: ListFields): (filter: ListFilter) => boolean {
  return ({ field, operator }) => operator === "eq" && fields[field]?.names !== undefined;
}

/**
 * The condition of the rows of a list that match all filters. The organization is `$1`, and the values of the filters
 * are appended to `values`.
 */
export function whereOf(listed: ListedTable, filters: readonly ListFilter[], values: unknown[]): string {
  const { only } = listed;
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const own = only === undefined ? [] : [typeof only === "string" ? only : only(bind)];
  return [`${listed.table}.organization_id = $1`, ...own, ...conditionsOf(listed, filters, values)].join(" and ");
}

/** One condition for each filter. */
export function conditionsOf(
  { fields }: Pick<ListedTable, "fields">,
  filters: readonly ListFilter[],
  values: unknown[],
): string[] {
  const bind = (value: unknown): string => `$${values.push(value)}`;
  return filters.map((filter) => condition(fieldOf(fields, filter.field), filter, bind));
}

function fieldOf(fields: ListFields, name: string): ListField {
  const field = fields[name];
  if (field === undefined) throw new Error(`list field ${name} was not checked`);
  return field;
}

/** Returns the value itself if it is not such a name. */
const IDS: Record<ListReference, (value: string) => string> = {
  account: namedAccount,
  feature: (value) =>
    `(select coalesce((select f.id from feature f where f.organization_id = $1 and f.key = ${value}), ${value}))`,
  payment: (value) =>
    `(select coalesce((select p.id from payment p where p.organization_id = $1 and p.id = ${value}),
       (select p.id from payment p where p.organization_id = $1 and p.external_id = ${value}), ${value}))`,
};

/** The ID that a name refers to, as an expression over the organization of `$1`. */
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
  const holds = (): string => field.holds?.(one()) ?? `${one()} = any(${sql})`;
  switch (filter.operator) {
    case "eq":
      return isList ? holds() : `${sql} = ${one()}`;
    case "ne":
      return isList ? `not (${holds()})` : `${sql} is distinct from ${one()}`;
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
