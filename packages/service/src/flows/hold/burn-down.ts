import {
  Decimal,
  forecastDepletion,
  formatAmount,
  instantText,
  localDate,
  openPeriods,
  startOfDay,
} from "@counterfoil/engine";
import { findIssuedSince, getOrganization } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountTimeZone } from "../../clocks/index.ts";
import { type Context, transact } from "../../context.ts";
import { leftIn } from "./credit-balances.ts";
import { usedSince } from "./issued-use.ts";
import { onCredit } from "./on-credit.ts";
import { type AccountCredit, heldEvents, runningUse } from "./running-credit.ts";
import type { RunningUse } from "./running-use.ts";

/** How the available credit of an account fell in the current billing periods, and when it will be used up. */
export interface CreditBurnDown {
  accountId: string;
  /** The time zone of the days. */
  timezone: string;
  balances: BurnDown[];
}

export interface BurnDown {
  currency: string;
  /** At the start of each day, and now. Without holds, except for the last. */
  points: { at: string; available: string }[];
  /** The average of the last seven days, or of the period if it is younger. */
  usedPerDay: string;
  /** What is left at the starts of the next days at that average, at most 14, until nothing is left. */
  forecast: { at: string; available: string }[];
  /** The day on which credit runs out at that average. Null if nothing was used lately. */
  runsOutOn: string | null;
}

const MOST_DAYS = 31;
const FORECAST_DAYS = 14;
const AVERAGED_DAYS = 7;
const MILLISECONDS = 1_000;
const DAY_SECONDS = 86_400;

/**
 * Computed from the usage up to each instant, at today's prices and with the grants that were in force. Usage that was invoiced since
 * counts evenly over its time. Writes nothing.
 */
export function getCreditBurnDown(context: Context, idOrAlias: string): Promise<CreditBurnDown> {
  return transact(context, (transaction) =>
    onCredit(transaction, idOrAlias, async (credit) => {
      const timezone = accountTimeZone(credit.account, await getOrganization(credit.work.tx));
      const now = credit.work.clock.now();
      const uses: { at: string; use: RunningUse }[] = [];
      for (const at of [...burnDays(credit, timezone), now]) {
        uses.push({ at, use: await runningUse(credit, [], at) });
      }
      const issued = await findIssuedSince(credit.work.tx, credit.account.id, uses[0]?.at ?? now);
      const held = await runningUse(credit, heldEvents(credit.holds, now));
      const { grants, creditLine, account } = credit;
      const currencies = new Set(grants.flatMap(({ currency }) => currency ?? []));
      if (creditLine !== undefined) currencies.add(creditLine.currency);
      const balances = [...currencies].toSorted().map((currency) => {
        const since = (at: string) => usedSince(issued, at, { currency, owes: creditLine?.currency === currency });
        const available = (at: string, use: RunningUse) =>
          leftIn({ grants: grants.filter(({ effectiveAt }) => effectiveAt <= at), creditLine }, use, currency);
        const points = uses.map(({ at, use }) => ({
          at,
          value: available(at, at === now ? held : use).plus(since(at)),
        }));
        const lately = usedLately(uses, { grants, currency, since });
        return { currency, ...forecast(points, lately, { now, timezone, currency }) };
      });
      return { accountId: account.id, timezone, balances };
    }),
  );
}

/** The starts of the days of the open billing periods, at most a month of them. */
function burnDays({ work, contracts }: AccountCredit, timezone: string): string[] {
  const now = Temporal.Instant.from(work.clock.now());
  const starts = contracts.flatMap(({ contract }) =>
    openPeriods(contract, localDate(now, contract.timeZone)).map(({ startsOn }) => startsOn),
  );
  const first = starts.toSorted((a, b) => Temporal.PlainDate.compare(a, b))[0];
  if (first === undefined) return [];
  const today = localDate(now, timezone);
  return Array.from({ length: MOST_DAYS }, (_, back) => today.subtract({ days: MOST_DAYS - 1 - back }))
    .filter((day) => Temporal.PlainDate.compare(day, first) >= 0)
    .map((day) => instantText(startOfDay(day, timezone)));
}

interface Lately {
  readonly used: Decimal;
  readonly seconds: number;
}

/** What usage took in the last days: what it will draw of grants and owe beyond them. */
function usedLately(
  uses: readonly { readonly at: string; readonly use: RunningUse }[],
  {
    grants,
    currency,
    since,
  }: { readonly grants: AccountCredit["grants"]; readonly currency: string; readonly since: (at: string) => Decimal },
): Lately {
  const last = uses.at(-1);
  const averagedFrom = Date.parse(last?.at ?? "") - AVERAGED_DAYS * DAY_SECONDS * MILLISECONDS;
  const first = uses.findLast(({ at }) => Date.parse(at) <= averagedFrom) ?? uses[0];
  if (last === undefined || first === undefined) return { used: Decimal.zero, seconds: 0 };
  // With all grants at both ends, so that a new grant is not mistaken for less use.
  const left = ({ use }: { readonly use: RunningUse }) => leftIn({ grants, creditLine: undefined }, use, currency);
  const owes = ({ use }: { readonly use: RunningUse }) => use.unpaid.get(currency) ?? Decimal.zero;
  return {
    used: Decimal.sum([left(first), owes(last), since(first.at)]).minus(left(last).plus(owes(first))),
    seconds: Math.round((Date.parse(last.at) - Date.parse(first.at)) / MILLISECONDS),
  };
}

function forecast(
  points: readonly { readonly at: string; readonly value: Decimal }[],
  lately: Lately,
  { now, timezone, currency }: { readonly now: string; readonly timezone: string; readonly currency: string },
): Omit<BurnDown, "currency"> {
  const available = points.at(-1)?.value ?? Decimal.zero;
  const today = localDate(Temporal.Instant.from(now), timezone);
  const seconds = Decimal.ofInteger(lately.seconds);
  const used = Decimal.max(lately.used, Decimal.zero).times(Decimal.ofInteger(DAY_SECONDS));
  const usedPerDay = seconds.isZero() ? Decimal.zero : used.dividedBy(seconds, 6, "half_away_from_zero");
  const written = (amount: Decimal) => formatAmount({ amount, currency });
  return {
    points: points.map(({ at, value }) => ({ at, available: written(value) })),
    usedPerDay: written(usedPerDay),
    forecast: daysAhead({ available, usedPerDay, restOfToday: restOfDay(now, timezone) }).map((left, place) => ({
      at: instantText(startOfDay(today.add({ days: place + 1 }), timezone)),
      available: written(left),
    })),
    runsOutOn: forecastDepletion({ ...lately, available }, Temporal.Instant.from(now), timezone)?.toString() ?? null,
  };
}

/** The share of a day that is left of today. */
function restOfDay(now: string, timezone: string): Decimal {
  const midnight = startOfDay(localDate(Temporal.Instant.from(now), timezone).add({ days: 1 }), timezone);
  const milliseconds = midnight.epochMilliseconds - Date.parse(now);
  return Decimal.ofInteger(milliseconds).dividedBy(
    Decimal.ofInteger(DAY_SECONDS * MILLISECONDS),
    6,
    "half_away_from_zero",
  );
}

/** What is left at the start of each of the next days. Empty if nothing is used or left. */
export function daysAhead({
  available,
  usedPerDay,
  restOfToday,
}: {
  readonly available: Decimal;
  readonly usedPerDay: Decimal;
  /** The share of a day that is left of today. */
  readonly restOfToday: Decimal;
}): Decimal[] {
  const left: Decimal[] = [];
  if (!usedPerDay.isPositive()) return left;
  let used = usedPerDay.times(restOfToday);
  for (let rest = available; rest.isPositive() && left.length < FORECAST_DAYS; used = usedPerDay) {
    rest = Decimal.max(rest.minus(used), Decimal.zero);
    left.push(rest);
  }
  return left;
}
