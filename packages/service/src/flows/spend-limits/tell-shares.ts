import { insertReachedShares } from "@counterfoil/storage";
import { fixedClock } from "../../clock.ts";
import type { Work } from "../../context.ts";
import { notifyAll } from "../../record.ts";
import type { Reached } from "./reached-shares.ts";

/**
 * Reports new shares in the transaction that records them, so that neither another worker nor a restarted one reports
 * them twice. Call it once a transaction: the order in which it writes rows prevents deadlocks between workers.
 */
export async function tellShares(work: Work, reached: readonly Reached[]): Promise<void> {
  const keyOf = (one: { readonly spendLimitId: string; readonly period: string; readonly share: number }) =>
    `${one.spendLimitId} ${one.period} ${one.share}`;
  const isFresh = new Set((await insertReachedShares(work.tx, reached)).map(keyOf));
  const told = reached.filter((one) => isFresh.has(keyOf(one)));
  for (const [at, together] of Map.groupBy(told, ({ reachedAt }) => reachedAt)) {
    await notifyAll(
      { ...work, clock: fixedClock(at) },
      together.map((one) => ({ type: "spend_limit.reached", objectId: one.spendLimitId, data: one.told })),
    );
  }
}
