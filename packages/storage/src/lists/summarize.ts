import type { Tx } from "../database/tx.ts";
import { conditionsOf, type ListedTable, type ListFilter, whereOf } from "./list.ts";

/** How the rows of a list are counted and summed. Members of `groups` and `sums` are SQL expressions. */
export interface Summarized<Group extends string, Sum extends string> {
  /** Rows with equal groups are counted together. */
  readonly groups: Readonly<Record<Group, string>>;
  readonly sums: Readonly<Record<Sum, string>>;
  /**
   * Fields whose filters select among the groups. Rows that only these filters leave out are counted too, with
   * `isMatched` false, so that a page can show the count of each status next to the selected one.
   */
  readonly selecting: readonly string[];
}

export type SummaryRow<Group extends string, Sum extends string> = {
  isMatched: boolean;
  count: string;
} & Record<Group, string> &
  Record<Sum, string>;

/** Counts and sums the rows of a list that match the filters, in one statement. */
export async function summarizeRows<Group extends string, Sum extends string>(
  tx: Tx,
  listed: ListedTable,
  filters: readonly ListFilter[],
  { groups, sums, selecting }: Summarized<Group, Sum>,
): Promise<SummaryRow<Group, Sum>[]> {
  const values: unknown[] = [tx.organizationId];
  const selects = ({ field }: ListFilter) => selecting.includes(field);
  const where = whereOf(
    listed,
    filters.filter((filter) => !selects(filter)),
    values,
  );
  const matched = ["true", ...conditionsOf(listed, filters.filter(selects), values)].join(" and ");
  const named = Object.entries<string>(groups).map(([name, sql]) => `${sql} as "${name}"`);
  const summed = Object.entries<string>(sums).map(([name, sql]) => `coalesce(sum(${sql}), 0) as "${name}"`);
  const places = named.map((_, index) => index + 2);
  return tx.sql<SummaryRow<Group, Sum>>(
    `select ${[`coalesce(${matched}, false) as "isMatched"`, ...named, "count(*) as count", ...summed].join(", ")}
     from ${listed.table} where ${where} group by ${[1, ...places].join(", ")} order by ${[1, ...places].join(", ")}`,
    values,
  );
}
