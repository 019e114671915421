import { type GroupUsage, instantText, invariant, localDate, parseGroupBy, startOfDay } from "@counterfoil/engine";
import { findAccount, findMetric, getOrganization, postgresUsageStore } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountNow, accountTimeZone } from "../accounts/account-time.ts";
import { usageMetric } from "../billing/usage-metric.ts";
import { type Context, transact } from "../context.ts";
import { DomainError, notFound } from "../errors/domain-error.ts";
import { toInstantText } from "../time.ts";
import { requireMeasured } from "./require-measured.ts";

/** What a metric measured for an account in a period. */
export interface MeasuredUsage {
  metricId: string;
  accountId: string;
  from: string;
  to: string;
  quantity: string;
  eventCount: number;
  /** Present when `groupBy` was asked for. */
  groups?: MeasuredGroup[];
}

export interface MeasuredGroup {
  /** Value by property; one that the events do not have is missing. */
  values: Readonly<Record<string, string>>;
  quantity: string;
  eventCount: number;
}

export interface UsageRange {
  /** Id or alias. */
  readonly account: string;
  /** Instants, or dates that mean the start of that day in the account's zone; half-open. By default the running month. */
  readonly from?: string;
  readonly to?: string;
  /** Names of the properties to split the usage by, whether the metric does so or not. */
  readonly groupBy?: readonly string[];
}

/** Measures from the events themselves, so an answered event is in it (R-EVT-7). */
export function measureUsage(context: Context, metricId: string, range: UsageRange): Promise<MeasuredUsage> {
  return transact(context, async (work) => {
    const { tx } = work;
    const groupBy = readGroupBy(range.groupBy);
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
        groupBy,
        except: [],
      },
    ]);
    invariant(answer !== undefined, "one question has one answer");
    const { quantity, eventCount, groups } = requireMeasured(answer);
    return {
      metricId: metric.id,
      accountId: account.id,
      from,
      to,
      quantity: quantity.toCanonical(),
      eventCount,
      ...(range.groupBy === undefined ? {} : { groups: groups.map(toMeasuredGroup) }),
    };
  });
}

function readGroupBy(names: readonly string[] | undefined): readonly string[] {
  const parsed = parseGroupBy(names);
  if (parsed.ok) return parsed.groupBy;
  throw new DomainError("invalid_parameter", "Wrong parameters: groupBy.", parsed.faults);
}

function toMeasuredGroup({ values, quantity, eventCount }: GroupUsage): MeasuredGroup {
  return { values, quantity: quantity.toCanonical(), eventCount };
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
