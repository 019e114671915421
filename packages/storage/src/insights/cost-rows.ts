import { Decimal } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { acrossBorder, type Border, borderValues, inPostgres } from "../history/border.ts";
import { copiedEvents, edgesOf } from "../history/copied-events.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { isSelected } from "./counted-accounts.ts";
import type { MarginRow, MarginSelection } from "./margin.ts";

/** Events whose properties are in memory at once. */
const EVENTS_AT_ONCE = 5_000;

/**
 * What usage of these days cost (R-COST-1), by the local day of its account. Its product is not known here. Amounts that are
 * split by a property need the events, in both stores (R-HIST-2).
 */
export async function costRows(tx: Tx, selection: MarginSelection): Promise<MarginRow[]> {
  if (selection.property === null)
    return sumCosts(tx, selection, { join: "", value: "$8::text", only: "true", values: [] });
  return acrossBorder(
    tx,
    async (border) => {
      const stored = await sumCosts(tx, selection, {
        join: `left join usage_event e on e.organization_number = c.organization_number and e.sequence = c.sequence
         and e.timestamp = c.timestamp`,
        value: "e.properties ->> $8",
        only: inPostgres("$9", "$10", "c"),
        values: borderValues(border),
      });
      return border === null ? stored : addUp([...stored, ...(await copiedRows(tx, border, selection))]);
    },
    { reads: "as_configured", from: dayBefore(selection.from) },
  );
}

/** Which costs to sum, and where the property of their events is found. */
interface CostsOf {
  readonly join: string;
  readonly value: string;
  readonly only: string;
  /** From $9 on. */
  readonly values: readonly unknown[];
}

async function sumCosts(
  tx: Tx,
  selection: MarginSelection,
  { join, value, only, values }: CostsOf,
): Promise<MarginRow[]> {
  const { from, to, withTestClocks, accountIds, property, currency } = selection;
  const isByDay = selection.isByDay || selection.isByProduct;
  return tx.sql<MarginRow>(
    `select account_id, null as product_id, metric_id, day, value, currency, sum(amount) as amount from (
       select s.account_id, nullif(c.metric_id, '') as metric_id, c.currency, c.amount,
         case when $6 or c.currency <> $7 then local.day end as day, ${value} as value
       from event_cost c
       join usage_stream s on s.organization_id = $1 and s.id = c.stream_id
       join account a on a.organization_id = $1 and a.id = s.account_id
       join organization o on o.id = $1
       ${join}
       cross join lateral (
         select (c.timestamp at time zone coalesce(a.timezone, o.timezone))::date as day
       ) as local
       where c.organization_number = ${ORGANIZATION_NUMBER} and ${IN_RANGE} and ${only}
         and local.day >= $2::date and local.day < $3::date and ${isSelected("s.account_id", "$5", "$4")}
     ) as cost group by account_id, metric_id, day, value, currency`,
    [tx.organizationId, from, to, withTestClocks, accountIds, isByDay, currency, property, ...values],
  );
}

/** The local day can begin up to a day before or after the day in UTC. */
const IN_RANGE = `c.timestamp >= ($2::date - 1)::timestamp at time zone 'UTC'
         and c.timestamp < ($3::date + 1)::timestamp at time zone 'UTC'`;

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString();
}

/** The sums of costs whose events are read from ClickHouse, some thousand at a time. */
async function copiedRows(tx: Tx, border: Border, selection: MarginSelection): Promise<MarginRow[]> {
  const sums: MarginRow[] = [];
  for (let after = "0"; ;) {
    const found = await tx.sql<{ sequence: string }>(
      `select distinct c.sequence from event_cost c
       where c.organization_number = ${ORGANIZATION_NUMBER} and ${IN_RANGE} and not ${inPostgres("$4", "$5", "c")} and c.sequence > $6 order by c.sequence limit ${EVENTS_AT_ONCE}`,
      [tx.organizationId, selection.from, selection.to, ...borderValues(border), after],
    );
    const sequences = found.map(({ sequence }) => sequence);
    const last = sequences.at(-1);
    if (last === undefined) return sums;
    const properties = await propertiesOf(border, sequences);
    const rows = await sumCosts(tx, selection, {
      join: "left join unnest($9::bigint[], $10::text[]) as e (sequence, properties) on e.sequence = c.sequence",
      value: "e.properties::json ->> $8",
      only: "c.sequence = any($11)",
      values: [[...properties.keys()], [...properties.values()], sequences],
    });
    sums.push(...rows);
    after = last;
  }
}

async function propertiesOf(border: Border, sequences: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  // Costs of events that ended are taken back, with the same property.
  const range = { sequences, ...edgesOf(sequences), ended: [], withEnded: true };
  for await (const rows of copiedEvents<[string, string]>(border, range, { columns: "sequence, properties" })) {
    for (const [sequence, properties] of rows) found.set(sequence, properties);
  }
  return found;
}

/** One row for all that differ only in their amount. */
function addUp(rows: readonly MarginRow[]): MarginRow[] {
  const groups = Map.groupBy(rows, ({ accountId, metricId, day, value, currency }) =>
    JSON.stringify([accountId, metricId, day, value, currency]),
  );
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const amount = alike.reduce((sum, each) => sum.plus(Decimal.of(each.amount)), Decimal.of("0"));
    return [{ ...first, amount: amount.toString() }];
  });
}
