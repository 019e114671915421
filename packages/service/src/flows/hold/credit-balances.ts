import { Decimal, formatAmount } from "@counterfoil/engine";
import type { CreditGrantRow } from "@counterfoil/storage";
import type { AccountCredit, CreditLine } from "./running-credit.ts";
import type { RunningUse } from "./running-use.ts";

/** Grants, and what may be owed beyond them. */
export type Funds = Pick<AccountCredit, "grants" | "creditLine">;

/** Credit in one currency, or in units of one metric. */
interface Balance {
  /** The amounts of the grants in force. */
  granted: string;
  /** What issued invoices have drawn of them. */
  drawn: string;
  /** What usage that is not on an issued invoice will draw, and with a credit line also what it will owe. */
  running: string;
  /** What open holds will draw on top. */
  held: string;
  /** What is left: `granted` − `drawn` − `running` − `held`, with a credit line + `limit` − `owed`. */
  available: string;
  grants: { id: string; available: string }[];
}

export interface CreditBalances {
  balances: ({ currency: string; creditLine: { limit: string; owed: string } | null } & Balance)[];
  units: ({ metricId: string } & Balance)[];
}

/** The balances of grants: with usage only, and with holds on top. */
export function toBalances({ grants, creditLine }: Funds, usage: RunningUse, all: RunningUse): CreditBalances {
  const lineCurrency = creditLine === undefined ? [] : [creditLine.currency];
  const currencies = [...new Set([...grants.flatMap(({ currency }) => currency ?? []), ...lineCurrency])].toSorted();
  const metricIds = [...new Set(grants.flatMap(({ metricId }) => metricId ?? []))].toSorted();
  return {
    balances: currencies.map((currency) => {
      const written = (amount: Decimal) => formatAmount({ amount, currency });
      const line = creditLine?.currency === currency ? creditLine : undefined;
      const own = grants.filter((grant) => grant.currency === currency);
      return {
        currency,
        creditLine: line === undefined ? null : { limit: written(line.limit), owed: written(line.owed) },
        ...balanceOf(own, { usage, all, line }, written),
      };
    }),
    units: metricIds.map((metricId) => ({
      metricId,
      ...balanceOf(
        grants.filter((grant) => grant.metricId === metricId),
        { usage, all, line: undefined },
        (amount) => amount.toCanonical(),
      ),
    })),
  };
}

function balanceOf(
  grants: readonly CreditGrantRow[],
  { usage, all, line }: { readonly usage: RunningUse; readonly all: RunningUse; readonly line: CreditLine | undefined },
  written: (amount: Decimal) => string,
): Balance {
  const granted = Decimal.sum(grants.map(({ amount }) => Decimal.of(amount)));
  const balance = Decimal.sum(grants.map((grant) => Decimal.of(grant.balance)));
  const leftWith = (use: RunningUse) => leftOf(grants, line, use);
  const available = leftWith(all);
  return {
    granted: written(granted),
    drawn: written(granted.minus(balance)),
    running: written(balance.plus(beyondGrants(line)).minus(leftWith(usage))),
    held: written(leftWith(usage).minus(available)),
    available: written(available),
    grants: grants.map(({ id }) => ({ id, available: written(all.left.get(id) ?? Decimal.zero) })),
  };
}

/** What is left of the money in a currency. Negative if usage that was not held owes more than the credit line. */
export function availableIn(funds: Funds, use: RunningUse, currency: string): string {
  return formatAmount({ amount: leftIn(funds, use, currency), currency });
}

/** The same as a number. */
export function leftIn({ grants, creditLine }: Funds, use: RunningUse, currency: string): Decimal {
  const own = grants.filter((grant) => grant.currency === currency);
  const line = creditLine?.currency === currency ? creditLine : undefined;
  return leftOf(own, line, use);
}

function leftOf(
  grants: readonly Pick<CreditGrantRow, "id">[],
  line: CreditLine | undefined,
  { left, unpaid }: RunningUse,
): Decimal {
  const ofGrants = Decimal.sum(grants.map(({ id }) => left.get(id) ?? Decimal.zero));
  if (line === undefined) return ofGrants;
  return ofGrants.plus(beyondGrants(line)).minus(unpaid.get(line.currency) ?? Decimal.zero);
}

function beyondGrants(line: CreditLine | undefined): Decimal {
  return line === undefined ? Decimal.zero : line.limit.minus(line.owed);
}

/** Whether the credit line covers what no grant pays. */
export function isWithinLine({ creditLine }: Pick<Funds, "creditLine">, use: RunningUse, currency: string): boolean {
  if (creditLine?.currency !== currency) return false;
  const owes = creditLine.owed.plus(use.unpaid.get(currency) ?? Decimal.zero);
  return owes.compare(creditLine.limit) <= 0;
}
