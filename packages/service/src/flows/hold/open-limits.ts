import { Decimal, instantText, isBefore, localDate, openPeriods, startOfContractDay } from "@counterfoil/engine";
import type { SpendLimitRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../../contracts/index.ts";
import { withTax } from "../../credits/index.ts";
import { countedPlaces } from "../../frozen-lines/index.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";

/** A spend limit, and the prices whose usage counts toward it now. */
export interface OpenLimit {
  readonly row: SpendLimitRow;
  /** The first day of the latest billing period that counts. Null while the account pays for no such usage. */
  readonly startsOn: string | null;
  /** For the limit of a family, the instant at which that day begins for the account. */
  readonly startsAt: string | null;
  /** The first day that counts and today, by `priceKey`. */
  readonly counts: ReadonlyMap<string, CountedDays>;
}

interface CountedDays {
  readonly from: string;
  /** Usage that is ahead of the clock may be of a later period. */
  readonly today: string;
}

/** The key of a price in a subscription, or of adjustments that belong to no price. */
function priceKey(subscriptionId: string | null, priceId: string | null): string {
  return `${subscriptionId ?? ""} ${priceId ?? ""}`;
}

/** Which usage of the account's contracts counts toward its limits at an instant. */
export function openLimits(
  rows: readonly SpendLimitRow[],
  contracts: readonly LoadedContract[],
  now: string,
): OpenLimit[] {
  if (rows.length === 0) return [];
  const sold = contracts.flatMap(({ contract, subscription, prices }) => {
    const today = localDate(Temporal.Instant.from(now), contract.timeZone);
    return (
      openPeriods(contract, today)
        // A contract that ended in an earlier period may still have a draft.
        .filter(({ startsOn }) => contract.endsOn === null || isBefore(startsOn, contract.endsOn))
        .map(({ priceId, startsOn }) => ({
          currency: contract.currency,
          subscriptionId: subscription.id,
          price: prices.get(priceId),
          priceId,
          startsOn: startsOn.toString(),
          today: today.toString(),
          startsAt: () => instantText(startOfContractDay(contract, startsOn)),
        }))
    );
  });
  return rows.map((row) => {
    const counted = sold.filter(
      ({ currency, price }) =>
        currency === row.currency &&
        (row.metricId === null || price?.metrics.some(({ id }) => id === row.metricId) === true) &&
        (row.productId === null || price?.productId === row.productId),
    );
    const counts = new Map<string, CountedDays>();
    for (const { subscriptionId, priceId, startsOn: from, today } of counted) {
      counts.set(priceKey(subscriptionId, priceId), { from, today });
      // An adjustment of several prices belongs to no metric.
      if (row.metricId !== null) continue;
      const shared = priceKey(subscriptionId, null);
      const known = counts.get(shared);
      if (known === undefined || from < known.from) counts.set(shared, { from, today });
    }
    const latest = counted.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1)).at(-1);
    return {
      row,
      startsOn: latest?.startsOn ?? null,
      startsAt: row.appliesTo === "family" ? (latest?.startsAt() ?? null) : null,
      counts,
    };
  });
}

/** Invoices with usage that is not issued. */
interface Unissued {
  /** Those that will bill the usage of open periods. */
  readonly open: readonly WrittenInvoice[];
  /** Drafts. That of a contract that ended within its billing period has usage of a period that counts. */
  readonly drafted: readonly WrittenInvoice[];
}

/**
 * What counts toward each limit, by its ID, with tax: usage of the current billing period after discounts and maximums.
 * A minimum is not usage. In drafts, adjustments of several prices may be those of fees, so they do not count.
 */
export function spentOf(limits: readonly OpenLimit[], { open, drafted }: Unissued): Map<string, Decimal> {
  const linesOf = (invoices: readonly WrittenInvoice[]) => invoices.flatMap(({ lines }) => withoutMinimums(lines));
  const unissued = [...linesOf(open), ...linesOf(drafted).filter(({ line: { priceId } }) => priceId !== null)];
  return new Map(
    limits.map(({ row, counts }) => {
      const lines = unissued.filter(({ line: { subscriptionId, priceId, productId, periodStart } }) => {
        const days = counts.get(priceKey(subscriptionId, priceId));
        if (days === undefined || periodStart < days.from || periodStart > days.today) return false;
        return row.productId === null || productId === row.productId;
      });
      return [row.id, Decimal.max(Decimal.sum(lines.map(({ amount }) => amount)), Decimal.zero)];
    }),
  );
}

/** Lines with their amounts, with tax, without minimums and without what discounts and maximums take off from minimums. */
function withoutMinimums(
  lines: WrittenInvoice["lines"],
): { readonly line: WrittenInvoice["lines"][number]; readonly amount: Decimal }[] {
  if (lines.every(({ kind }) => kind !== "minimum")) return lines.map((line) => ({ line, amount: withTax(line) }));
  /** By place: the part of the line's amount that is not of minimums, without tax. */
  const parts: Decimal[] = [];
  return lines.map((line, place) => {
    const amount = Decimal.of(line.amount);
    const counted = line.kind === "minimum" ? [] : countedPlaces(line);
    const whole = Decimal.sum(counted.map((at) => Decimal.of(lines[at]?.amount ?? "0")));
    const usage = Decimal.sum(counted.map((at) => parts[at] ?? Decimal.zero));
    const share = counted.length === 0 || whole.isZero() ? undefined : { usage, whole };
    parts[place] = line.kind === "minimum" ? Decimal.zero : share === undefined ? amount : partOf(amount, share);
    if (line.kind === "minimum") return { line, amount: Decimal.zero };
    return { line, amount: share === undefined ? withTax(line) : partOf(withTax(line), share) };
  });
}

function partOf(amount: Decimal, { usage, whole }: { readonly usage: Decimal; readonly whole: Decimal }): Decimal {
  return usage.equals(whole) ? amount : amount.times(usage).dividedBy(whole, PART_SCALE, "half_away_from_zero");
}

/** As many decimals as the smallest currencies have. */
const PART_SCALE = 4;

/** What counts toward limits, by their ID. */
export type Spent = ReadonlyMap<string, Decimal>;

/** The first hard limit that usage passes. Usage that adds nothing to what a limit counts does not pass it. */
export function passedLimit(limits: readonly OpenLimit[], before: Spent, after: Spent): SpendLimitRow | undefined {
  const spent = (spends: Spent, { id }: SpendLimitRow) => spends.get(id) ?? Decimal.zero;
  return limits
    .map(({ row }) => row)
    .find(
      (row) =>
        row.enforcement === "hard" &&
        spent(after, row).compare(Decimal.of(row.amount)) > 0 &&
        spent(after, row).compare(spent(before, row)) > 0,
    );
}
