import { accountIdsAfter, countAccounts } from "../../accounts/account-ids.ts";
import type { Tx } from "../../database/tx.ts";
import { type TotalledEvent, TotalSums } from "./add-up.ts";
import { eventsOfAccount } from "./events-of-account.ts";
import { type Totalling, toTotalling } from "./totalling.ts";
import { REBUILDING_LANE, type TotalBatch, writeTotals } from "./write-totals.ts";

/** The maximum number of accounts in one step, which is one transaction. */
const ACCOUNTS = 200;
/** A step ends after this many buckets, few enough to be written quickly. */
const BUCKETS_OF_A_STEP = 5_000;
/** The maximum number of buckets held in memory before they are written. */
const MOST_BUCKETS = 20_000;

/** The progress of rebuilding a metric's totals. */
export interface RebuildingStep {
  readonly metricId: string;
  readonly accountsDone: number;
  readonly accountsTotal: number;
  readonly isComplete: boolean;
}

type TotallingRow = Parameters<typeof toTotalling>[0] & {
  rebuildsThrough: string;
  rebuiltAccount: string | null;
  accountsDone: number;
  accountsTotal: number | null;
};

/**
 * Adds the stored events of the next accounts to totals that are not complete yet, while events are still being stored,
 * and records its progress: a process that ends early loses only one step. Undefined if there is nothing to rebuild, or
 * another worker is rebuilding.
 *
 * Events of dropped months are read from ClickHouse (R-HIST-3). If that fails, the step is repeated.
 *
 * Storing events never waits for it. Folding increments may wait briefly at the end of a step, for a series that is
 * being written. For this reason a step reads all events before it writes.
 */
export async function rebuildTotals(tx: Tx, now: string): Promise<RebuildingStep | undefined> {
  const [row] = await tx.sql<TotallingRow>(
    `select * from usage_totalling where organization_id = $1 and completed_at is null
     order by generation limit 1 for no key update skip locked`,
    [tx.organizationId],
  );
  if (row === undefined) return undefined;
  const accountsTotal = row.accountsTotal ?? (await countAccounts(tx));
  const accounts = await accountIdsAfter(tx, row.rebuiltAccount ?? "", ACCOUNTS);
  const totalling = toTotalling(row);
  const batch = { lane: REBUILDING_LANE, lastSequence: Number(row.rebuildsThrough) };
  let sums = new TotalSums();
  let done = 0;
  while (done < accounts.length && sums.size < BUCKETS_OF_A_STEP) {
    sums = await sumAccount(tx, totalling, accounts[done] ?? "", { batch, before: sums });
    done += 1;
  }
  await writeTotals(tx, sums.totals(), batch);
  const isComplete = done === accounts.length && accounts.length < ACCOUNTS;
  const accountsDone = row.accountsDone + done;
  await tx.sql(
    `update usage_totalling set rebuilt_account = coalesce($3, rebuilt_account), accounts_done = $4, accounts_total = $5,
       completed_at = $6
     where organization_id = $1 and metric_id = $2`,
    [tx.organizationId, row.metricId, accounts[done - 1] ?? null, accountsDone, accountsTotal, isComplete ? now : null],
  );
  return { metricId: row.metricId, accountsDone, accountsTotal, isComplete };
}

interface SummedEvents {
  readonly batch: TotalBatch;
  readonly before?: TotalSums;
  readonly start?: number | null;
}

/**
 * Adds up one account's events up to a sequence, as they were then: all of them, or those since an instant. Writes sums
 * early when they would use too much memory, and returns the rest.
 */
export async function sumAccount(
  tx: Tx,
  totalling: Totalling,
  accountId: string,
  { batch, before = new TotalSums(), start = null }: SummedEvents,
): Promise<TotalSums> {
  let sums = before;
  const through = String(batch.lastSequence);
  for await (const events of eventsOfAccount(tx, { accountId, eventName: totalling.eventName }, { through, start })) {
    for (const event of events) addOrKeep(sums, totalling, event);
    if (sums.size < MOST_BUCKETS) continue;
    await writeTotals(tx, sums.totals(), batch);
    sums = new TotalSums();
  }
  return sums;
}

/** Adds an event to its bucket. For an event that has ended, only creates the bucket. */
export function addOrKeep(
  sums: TotalSums,
  totalling: Totalling,
  event: TotalledEvent & { readonly hasEnded: boolean },
): void {
  if (event.hasEnded) sums.keep(totalling, event);
  else sums.add(totalling, event);
}
