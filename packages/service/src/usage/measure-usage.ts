import { instantText, invariant, localDate, startOfDay } from "@counterfoil/engine";
import { findAccount, findMetric, getOrganization, postgresUsageStore } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountNow, accountTimeZone } from "../accounts/account-time.ts";
import { usageMetric } from "../billing/usage-metric.ts";
import { type Context, transact } from "../context.ts";
import { DomainError, notFound } from "../errors/domain-error.ts";
import { toInstantText } from "../time.ts";

/** What a metric measured for an account in a period. */
export interface MeasuredUsage {
  metricId: string;
  accountId: string;
  from: string;
  to: string;
  quantity: string;
  eventCount: number;
}

export interface UsageRange {
  /** Id or alias. */
  readonly account: string;
  /** Instants, or dates that mean the start of that day in the account's zone; half-open. By default the running month. */
  readonly from?: string;
  readonly to?: string;
}

/** Measures from the events themselves, so an answered event is in it (R-EVT-7). */
export function measureUsage(context: Context, metricId: string, range: UsageRange): Promise<MeasuredUsage> {
  return transact(context, async (work) => {
    const { tx } = work;
    const metric = await findMetric(tx, metricId);
    if (metric === undefined) throw notFound("metric", metricId);
    const account = await findAccount(tx, range.account);
    if (account === undefined) throw notFound("account", range.account);
    const zone = accountTimeZone(account, await getOrganization(tx));
    const month = monthOf(await accountNow(work, account), zone);
    const from = range.from === undefined ? month.from : toInstantText(range.from, zone);
    const to = range.to === undefined ? month.to : toInstantText(range.to, zone);
    refuseBackwards(from, to);
    const [answer] = await postgresUsageStore.read(tx, [
      {
        key: metric.id,
        accountId: account.id,
        metric: usageMetric(metric),
        start: from,
        end: to,
        throughSequence: null,
      },
    ]);
    invariant(answer !== undefined, "one question has one answer");
    const quantity = answer.quantity.toCanonical();
    return { metricId: metric.id, accountId: account.id, from, to, quantity, eventCount: answer.eventCount };
  });
}

function monthOf(now: string, zone: string): { from: string; to: string } {
  const first = localDate(Temporal.Instant.from(now), zone).with({ day: 1 });
  return {
    from: instantText(startOfDay(first, zone)),
    to: instantText(startOfDay(first.add({ months: 1 }), zone)),
  };
}

function refuseBackwards(from: string, to: string): void {
  if (from < to) return;
  const detail = "to must be later than from.";
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/to", code: "not_after_from", detail }]);
}
