import {
  isBefore,
  isUsageSlot,
  type LateUsage,
  later,
  openUsage,
  planBilling,
  remembered,
  rememberedWith,
  usageBilledOn,
} from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import type { Ids } from "../ids.ts";
import type { WrittenInvoice } from "../invoices/index.ts";
import { unfrozenLine } from "../frozen-lines/index.ts";
import { latestEventTime } from "../events/index.ts";
import { dayAt } from "../time.ts";
import { instants, type LoadedContract, nextDueOn } from "../contracts/index.ts";
import type { BillingCase } from "./billing-case.ts";
import { type DecidedCase, decideInvoices, type DecidingOptions } from "./decide-invoices.ts";
import { foreseenLines } from "./foreseen-lines.ts";
import { foreseenInvoice } from "./invoices-to-come.ts";
import { lateUsageOf } from "./late-usage.ts";
import { refuseUnpriced } from "./unpriced-usage.ts";

/**
 * The usage of one account that is not on any invoice yet, as the invoices that will bill it, before taxes. They contain
 * usage and late usage with their own discounts and limits; a minimum of the whole subscription is not usage. Events may be
 * ahead of the clock, so a period that begins before the latest of them can happen is open too, once it has some. 409 if
 * usage cannot be decided or has no price. Writes nothing.
 * @param work on the clock of the account
 * @param options expected events of the account, until when events count, and its drafts as they would be issued now
 */
export async function openUsageInvoices(
  work: Work,
  contracts: readonly LoadedContract[],
  options: Omit<DecidingOptions, "isOnlyShown">,
): Promise<WrittenInvoice[]> {
  const lateOf = await lateUsageOf(work.tx, contracts);
  const latest = latestEventTime(work.clock.now());
  let waiting = contracts.map((loaded) => {
    const lastDay = dayAt(latest, loaded.contract.timeZone);
    const late = lateOf(loaded);
    return late.length === 0 ? knownCases(loaded)(lastDay.toString()) : openCases(loaded, lastDay, late);
  });
  const invoices: WrittenInvoice[] = [];
  const ids = idsOfOneReading();
  // The next invoice of a contract counts what the one before it charged: an amount off and a maximum are for a period, not for an invoice.
  while (waiting.some((cases) => cases.length > 0)) {
    const foreseen = new Map([...(options.foreseen ?? []), ...foreseenLines(invoices)]);
    const decide = (some: readonly BillingCase[]) =>
      decideInvoices(work.tx, some, { ...options, foreseen, isOnlyShown: true });
    const next = waiting.flatMap((cases) => cases.slice(0, 1));
    for (const { one, decision } of await decideUsed(next, work.clock.now(), decide)) {
      if (decision.kind === "failed") throw new DomainError("state_conflict", decision.failure);
      if (decision.kind === "nothing") continue;
      const invoice = foreseenInvoice({ ...work, ids }, one, decision, unfrozenLine);
      await refuseUnpriced(work.tx, invoice);
      invoices.push(invoice);
    }
    waiting = waiting.map((cases) => cases.slice(1));
  }
  return invoices.toSorted(({ invoice: a }, { invoice: b }) => (a.billingDate < b.billingDate ? -1 : 1));
}

/**
 * Decides cases without periods that have not begun and have no usage: what these cost without usage, such as a fixed fee, does
 * not run yet.
 */
async function decideUsed(
  cases: readonly BillingCase[],
  now: string,
  decide: (some: readonly BillingCase[]) => Promise<DecidedCase<BillingCase>[]>,
): Promise<DecidedCase<BillingCase>[]> {
  const decided = await decide(cases);
  const used = decided.map((one) => usedPart(one, now));
  const changed = used.flatMap((one) => one ?? []);
  if (changed.length === 0) return decided;
  return [...decided.filter((_, place) => used[place] === undefined), ...(await decide(changed))];
}

/** The case without what it does not use yet. Undefined if it uses everything. */
function usedPart({ one, decision }: DecidedCase<BillingCase>, now: string): BillingCase | undefined {
  if (decision.kind !== "invoice") return undefined;
  const plan = one.plan();
  const today = dayAt(now, one.loaded.contract.timeZone);
  const ahead = plan.slots.filter(({ service }) => isBefore(today, service.start));
  if (ahead.length === 0) return undefined;
  const { lines } = decision.draft;
  const unused = ahead.filter(({ price, service }) =>
    lines
      .filter((line) => line.priceId === price.id && line.service.start.equals(service.start))
      .every(({ explanation: { usage } }) => usage?.eventCount.isZero() !== false),
  );
  if (unused.length === 0) return undefined;
  const slots = plan.slots.filter((slot) => !unused.includes(slot));
  return { ...one, plan: () => ({ ...plan, slots }) };
}

/** IDs that differ from each other and from all stored ones. Random IDs take longer than the rest of such a line. */
function idsOfOneReading(): Ids {
  let count = 0;
  return { next: (prefix) => `${prefix}_open${(count += 1)}` };
}

/** The cases of a contract without late usage, by day. Planning takes longer than rating, and checks repeat it all day. */
const knownCases = rememberedWith((loaded: LoadedContract) =>
  remembered((day: string) => openCases(loaded, Temporal.PlainDate.from(day), []), 2),
);

/** The instant from which usage of these events is on no invoice of the contract. Undefined if it bills none on open periods. */
export function openUsageSince(
  loaded: LoadedContract,
  today: Temporal.PlainDate,
  eventName: string,
): string | undefined {
  const { contract, prices } = loaded;
  const starts = knownCases(loaded)(today.toString())
    .flatMap((one) => one.plan().slots.filter(isUsageSlot))
    .filter(({ price }) => prices.get(price.id)?.metrics.some((metric) => metric.eventName === eventName))
    .map(({ countsFrom, service }) => instants(contract, { start: countsFrom, end: service.end }).start);
  return starts.toSorted()[0];
}

/** A minimum of more than one price is not usage. Without it, no discount reduces it. */
function ofUsage(loaded: LoadedContract): LoadedContract {
  const { contract } = loaded;
  const thresholds = contract.thresholds.filter(({ type, scope }) => type !== "min" || scope.kind === "price");
  return thresholds.length === contract.thresholds.length
    ? loaded
    : { ...loaded, contract: { ...contract, thresholds } };
}

/** One case for each date from the contract's next billing date until usage of a day is billed. */
function openCases(given: LoadedContract, day: Temporal.PlainDate, late: readonly LateUsage[]): BillingCase[] {
  const loaded = ofUsage(given);
  const { contract, subscription } = loaded;
  const until = later(usageBilledOn(contract, day)?.last ?? day, day);
  const cases: BillingCase[] = [];
  let on = subscription.nextBillingOn === null ? null : Temporal.PlainDate.from(subscription.nextBillingOn);
  for (; on !== null && !isBefore(until, on); on = nextDueOn(loaded, on)) {
    const corrected = cases.length === 0 ? late : [];
    const plan = openUsage(planBilling(contract, on, corrected), day);
    if (plan.slots.length === 0) continue;
    cases.push({ loaded, on, late: corrected, plan: () => plan, draftId: null, isBilledAgain: false });
  }
  return cases;
}
