import type { Tx } from "../../database/tx.ts";
import { unnested } from "../../database/unnested.ts";
import { ORGANIZATION_NUMBER } from "../organization-number.ts";
import { methodLetter, type Total, valueOf } from "./add-up.ts";

/**
 * Sends what a batch of events adds to the totals of quarters: one row per account, which `foldIncrements` folds later.
 */
export function sendIncrements(tx: Tx, totals: readonly Total[], lastSequence: number): void {
  if (totals.length === 0) return;
  const ofAccounts = Map.groupBy(totals, (total) => total.series.accountId);
  const { source, values } = unnested(
    [...ofAccounts].map(([accountId, of]) => ({ accountId, totals: of.map(toIncrement) })),
    { accountId: "text", totals: "json" },
  );
  tx.send(
    `insert into usage_increment (organization_number, account_id, last_sequence, totals)
     select ${ORGANIZATION_NUMBER}, account_id, $4::bigint, totals from ${source}`,
    [tx.organizationId, ...values, lastSequence],
    "send-usage-increments",
  );
}

/** A total in the form that `totals_of_increment` reads. Omitted members have default values there. */
function toIncrement({ series, bucket, aggregate, firstAt, lastAt, isStale }: Total) {
  const { eventCount, skipped } = aggregate;
  return {
    generation: series.totalling.generation,
    groups: series.groupValues === "[]" ? undefined : series.groupValues,
    quarter: bucket,
    method: methodLetter(aggregate),
    stale: isStale || undefined,
    events: eventCount,
    skipped: skipped === 0 ? undefined : skipped,
    first: firstAt ?? undefined,
    last: lastAt ?? undefined,
    sequence: aggregate.method === "latest" ? aggregate.latest?.sequence : undefined,
    value: valueOf(aggregate)?.toCanonical(),
  };
}
