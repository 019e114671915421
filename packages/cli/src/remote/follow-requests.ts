import { setTimeout as pause } from "node:timers/promises";
import type { Client, ListRequestLogQuery, LoggedRequest } from "@counterfoil/sdk";

const LOOK_EVERY_MILLISECONDS = 1_000;
/** Entries are written in batches by several processes, so one can appear after a later one. */
const LATE_MILLISECONDS = 5_000;
const PAGE = 100;

/**
 * The requests of the log in the order in which they appear: first the latest `shown` ones, then new ones until the
 * signal aborts.
 */
export async function* followRequests(
  client: Client,
  query: ListRequestLogQuery,
  { shown, signal }: { readonly shown: number; readonly signal: AbortSignal },
): AsyncGenerator<LoggedRequest> {
  const { items } = await client.requestLog.list({ ...query, limit: PAGE }, { signal });
  const known = new Map(items.map(({ id, at }) => [id, Date.parse(at)]));
  yield* items.slice(0, shown).toReversed();
  while (!signal.aborted) {
    await pause(LOOK_EVERY_MILLISECONDS, undefined, { signal });
    const latest = Math.max(0, ...known.values()) - LATE_MILLISECONDS;
    for (const [id, at] of known) if (at < latest) known.delete(id);
    const from = latest > 0 ? { from: new Date(latest).toISOString() } : {};
    const found: LoggedRequest[] = [];
    for await (const request of client.requestLog.list({ ...query, ...from, limit: PAGE }, { signal })) {
      if (!known.has(request.id)) found.push(request);
    }
    for (const request of found.toReversed()) {
      known.set(request.id, Date.parse(request.at));
      yield request;
    }
  }
}
