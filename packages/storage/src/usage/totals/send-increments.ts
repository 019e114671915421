import { documentArray, textArray } from "../../database/binary-array.ts";
import type { Tx } from "../../database/tx.ts";
import { ORGANIZATION_NUMBER } from "../organization-number.ts";
import { methodLetter, type Total, valueOf } from "./add-up.ts";

/**
 * Sends what a batch of events adds to the totals of quarters: one row per account, which `foldIncrements` folds later.
 */
export function sendIncrements(tx: Tx, totals: readonly Total[], lastSequence: number): void {
  if (totals.length === 0) return;
  const ofAccounts = Map.groupBy(totals, (total) => total.series.accountId);
  const accountIds = [...ofAccounts.keys()];
  const documents = [...ofAccounts.values()].map((of) => `[${of.map(incrementText).join()}]`);
  tx.send(
    `insert into usage_increment (organization_number, account_id, last_sequence, totals)
     select ${ORGANIZATION_NUMBER}, account_id, $4::bigint, totals
     from unnest($2::text[], $3::json[]) as given (account_id, totals)`,
    [tx.organizationId, textArray(accountIds), documentArray("json", documents), lastSequence],
    "send-usage-increments",
  );
}

/**
 * A total as the JSON that `totals_of_increment` reads. Omitted members have default values there. Nothing but the group
 * values needs escaping, so the text is put together here, in a third of the time. The value is a text, because readers in
 * JavaScript would round a number.
 */
function incrementText({ series, bucket, aggregate, firstAt, lastAt, isStale }: Total): string {
  const { eventCount, skipped } = aggregate;
  const sequence = aggregate.method === "latest" ? aggregate.latest?.sequence : undefined;
  const value = valueOf(aggregate)?.toCanonical();
  let text = `{"generation":${series.totalling.generation},"quarter":${bucket},"method":"${methodLetter(aggregate)}"`;
  if (series.groupValues !== "[]") text += `,"groups":${JSON.stringify(series.groupValues)}`;
  if (isStale) text += ',"stale":true';
  text += `,"events":${eventCount}`;
  if (skipped !== 0) text += `,"skipped":${skipped}`;
  if (firstAt !== null) text += `,"first":${firstAt}`;
  if (lastAt !== null) text += `,"last":${lastAt}`;
  if (sequence !== undefined) text += `,"sequence":${sequence}`;
  if (value !== undefined) text += `,"value":"${value}"`;
  return `${text}}`;
}
