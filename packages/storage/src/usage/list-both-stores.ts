import type { Tx } from "../database/tx.ts";
import { type Border, borderValues, endedSince, namedInPostgres } from "../history/border.ts";
import { copiedEvents, type CopiedColumns, type CopiedRange } from "../history/copied-events.ts";
import {
  conditionsOf,
  type ListedTable,
  type ListFields,
  type ListFilter,
  type ListQuery,
  whereOf,
} from "../lists/list.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/** What streams say of their events, as fields of a list of streams. */
const STREAM_FIELDS: ListFields = {
  account: { type: "text", sql: "coalesce(usage_stream.account_reference, usage_stream.account_id)" },
  accountId: { type: "text", sql: "usage_stream.account_id", names: "account" },
  eventName: { type: "text", sql: "usage_stream.event_name" },
};

/** What ClickHouse has of an event, by the field. */
const EVENT_COLUMNS: Readonly<Record<string, { readonly column: string; readonly type: "String" | "Int64" }>> = {
  uniqueId: { column: "unique_id", type: "String" },
  timestamp: { column: "timestamp", type: "Int64" },
  receivedAt: { column: "received_at", type: "Int64" },
};

/** The place of an event in the order of the list. */
interface Place {
  readonly sequence: string;
  /** The value of the field by which the list is sorted. Null comes last. */
  readonly key: string | null;
  readonly isCopied: boolean;
}

export interface PlacesOfPage {
  /** Of the events on the page, in order. */
  readonly places: readonly Place[];
  /** Events on all pages. */
  readonly count: number;
}

/**
 * The events on one page of a list: of both stores, the first ones up to the end of the page are merged. So a page costs as
 * much as all pages before it, as in PostgreSQL.
 */
export async function placesOfPage(
  tx: Tx,
  border: Border,
  listed: ListedTable,
  query: ListQuery,
): Promise<PlacesOfPage> {
  const { page, limit, sort } = query;
  const offset = limit === null ? 0 : (page - 1) * limit;
  // One more tells whether this is the last page.
  const most = limit === null ? null : offset + limit + 1;
  const stored = await storedPlaces(tx, border, { listed, query, most });
  const copied = await copiedPlaces(tx, border, { query, most, ended: stored.ended });
  const places = [...stored.places, ...copied.places].toSorted(orderOf(sort));
  const count = most === null || places.length < most ? places.length : (await stored.count()) + (await copied.count());
  return { places: places.slice(offset, limit === null ? undefined : offset + limit), count };
}

interface PartOfPage {
  readonly places: readonly Place[];
  count(): Promise<number>;
}

interface PageOfStore {
  readonly query: ListQuery;
  /** Null for all. */
  readonly most: number | null;
}

async function storedPlaces(
  tx: Tx,
  border: Border,
  { listed, query, most }: PageOfStore & { readonly listed: ListedTable },
): Promise<PartOfPage & { readonly ended: readonly string[] }> {
  const { filters, sort } = query;
  const values: unknown[] = [tx.organizationId, ...borderValues(border)];
  const where = `${whereOf(listed, filters, values)} and ${namedInPostgres("$2", "$3", listed.table)}`;
  const field = sort === null ? undefined : listed.fields[sort.field];
  const order = field === undefined || sort === null ? "" : `${field.sql} ${sort.order} nulls last, `;
  const key = field === undefined ? "null" : field.type === "instant" ? microseconds(field.sql) : field.sql;
  const [row] = await tx.sql<{ places: [string, string | null][] | null; ended: string[] | null }>(
    `select (
       select json_agg(json_build_array(sequence::text, key::text)) from (
         select ${listed.table}.sequence, ${key} as key from ${listed.table} where ${where}
         order by ${order}${listed.table}.sequence ${most === null ? "" : `limit ${most}`}
       ) as next
     ) as places, (
       select array_agg(e.sequence::text) from usage_event e
       where e.organization_number = ${ORGANIZATION_NUMBER} and ${endedSince("$2", "$3")}
     ) as ended`,
    values,
  );
  return {
    places: (row?.places ?? []).map(([sequence, value]) => ({ sequence, key: value, isCopied: false })),
    ended: row?.ended ?? [],
    async count() {
      const [counted] = await tx.sql<{ total: string }>(
        `select count(*) as total from ${listed.table} where ${where}`,
        values,
      );
      return Number(counted?.total ?? 0);
    },
  };
}

function microseconds(sql: string): string {
  return `(extract(epoch from ${sql}) * 1000000)::bigint`;
}

async function copiedPlaces(
  tx: Tx,
  border: Border,
  { query, most, ended }: PageOfStore & { readonly ended: readonly string[] },
): Promise<PartOfPage> {
  const { filters, sort } = query;
  const streams = await streamsOf(tx, query);
  const range: CopiedRange = { streamIds: streams === null ? null : [...streams.keys()], ended };
  const { and, values } = await conditionOnEvents(tx, filters);
  const column = sort === null ? undefined : EVENT_COLUMNS[sort.field]?.column;
  const isByStream = sort !== null && column === undefined;
  const key = column === undefined ? (isByStream ? "toString(stream_id)" : "''") : `toString(${column})`;
  const direction = sort?.order ?? "asc";
  const first = column !== undefined ? `${column} ${direction}, ` : isByStream ? `${rankOf(streams)}, ` : "";
  const rest = `order by ${first}sequence ${most === null ? "" : `limit ${most}`}`;
  const places: Place[] = [];
  const page: CopiedColumns = { columns: `sequence, ${key}`, and, rest, values };
  for await (const rows of copiedEvents<[string, string]>(border, range, page)) {
    for (const [sequence, value] of rows) {
      places.push({ sequence, key: isByStream ? (streams?.get(value) ?? null) : value, isCopied: true });
    }
  }
  return {
    places,
    async count() {
      const counted = copiedEvents<[string]>(border, range, { columns: "count()", and, values });
      for await (const [row] of counted) if (row !== undefined) return Number(row[0]);
      return 0;
    },
  };
}

/**
 * The streams whose events match, in the order of the list, with the value by which it is sorted. Null if the list neither
 * filters nor sorts by what a stream says: then every stream matches.
 */
async function streamsOf(tx: Tx, { filters, sort }: ListQuery): Promise<Map<string, string | null> | null> {
  const own = filters.filter(({ field }) => field in STREAM_FIELDS);
  const field = sort === null ? undefined : STREAM_FIELDS[sort.field];
  if (own.length === 0 && field === undefined) return null;
  const values: unknown[] = [tx.organizationId];
  const conditions = ["usage_stream.account_id is not null", ...conditionsOf({ fields: STREAM_FIELDS }, own, values)];
  const order = field === undefined || sort === null ? "" : `order by ${field.sql} ${sort.order} nulls last`;
  const rows = await tx.sql<{ id: string; key: string | null }>(
    `select usage_stream.id, ${field === undefined ? "null" : field.sql} as key from usage_stream
     where usage_stream.organization_id = $1 and ${conditions.join(" and ")} ${order}`,
    values,
  );
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Streams with the same value have the same rank. */
function rankOf(streams: ReadonlyMap<string, string | null> | null): string {
  const ids = [...(streams?.keys() ?? [])];
  let rank = 0;
  let before: string | null | undefined;
  const ranks = ids.map((id) => {
    const value = streams?.get(id) ?? null;
    if (value !== before) rank += 1;
    before = value;
    return rank;
  });
  return ids.length === 0 ? "sequence" : `transform(stream_id, [${ids.join(", ")}], [${ranks.join(", ")}], 0)`;
}

/** The filters on what ClickHouse has of an event. PostgreSQL reads their values, so that both understand the same. */
async function conditionOnEvents(
  tx: Tx,
  filters: readonly ListFilter[],
): Promise<Required<Pick<CopiedColumns, "and" | "values">>> {
  const conditions: string[] = [];
  const values: Record<string, string> = {};
  for (const { field, operator, value } of filters) {
    const of = EVENT_COLUMNS[field];
    if (of === undefined) continue;
    const { column, type } = of;
    if (operator === "exists") {
      conditions.push(value === true ? "1" : "0");
      continue;
    }
    const given = (Array.isArray(value) ? value : [value]).map(String);
    const bound = (await asColumn(tx, given, type, operator === "contains")).map((text) => {
      const name = `filter_${Object.keys(values).length}`;
      values[name] = text;
      return `{${name}:${type}}`;
    });
    conditions.push(conditionOn(column, operator, bound));
  }
  return { and: conditions.map((condition) => `and ${condition}`).join(" "), values };
}

const COMPARISONS = { eq: "=", ne: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function conditionOn(column: string, operator: Exclude<ListFilter["operator"], "exists">, bound: string[]): string {
  const [first = "''"] = bound;
  switch (operator) {
    case "in":
      return bound.length === 0 ? "0" : `${column} in (${bound.join(", ")})`;
    case "nin":
      return bound.length === 0 ? "1" : `${column} not in (${bound.join(", ")})`;
    case "contains":
      // As PostgreSQL with the collation of the column, this changes ASCII letters only.
      return `position(lower(${column}), ${first}) > 0`;
    default:
      return `${column} ${COMPARISONS[operator]} ${first}`;
  }
}

async function asColumn(
  tx: Tx,
  given: readonly string[],
  type: "String" | "Int64",
  isLower: boolean,
): Promise<string[]> {
  if (type === "String" && !isLower) return [...given];
  const text = type === "Int64" ? `${microseconds("value::timestamptz")}::text` : "lower(value)";
  const rows = await tx.sql<{ text: string }>(
    `select ${text} as text from unnest($1::text[]) with ordinality as given (value, place) order by place`,
    [given],
  );
  return rows.map((row) => row.text);
}

function orderOf(sort: ListQuery["sort"]): (a: Place, b: Place) => number {
  const isDescending = sort?.order === "desc";
  const isNumber = sort !== null && EVENT_COLUMNS[sort.field]?.type === "Int64";
  return (a, b) => {
    const compared = sort === null ? 0 : compareKeys(a.key, b.key, isNumber, isDescending);
    if (compared !== 0) return compared;
    return BigInt(a.sequence) < BigInt(b.sequence) ? -1 : 1;
  };
}

/** Null is last in both orders. Text is in the order of its bytes, as in both stores. */
function compareKeys(a: string | null, b: string | null, isNumber: boolean, isDescending: boolean): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  const compared = isNumber ? compareNumbers(BigInt(a), BigInt(b)) : Buffer.compare(Buffer.from(a), Buffer.from(b));
  return isDescending ? -compared : compared;
}

function compareNumbers(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
