import { Decimal, formatAmount } from "@counterfoil/engine";
import type { CreditGrantRow } from "@counterfoil/storage";
import type { RunningUse } from "./running-credit.ts";

/** Prepaid credit in one currency, or in units of one metric. */
interface Balance {
  /** The amounts of the grants in force. */
  granted: string;
  /** What issued invoices have drawn of them. */
  drawn: string;
  /** What usage that is not on an issued invoice will draw. */
  running: string;
  /** What open holds will draw on top. */
  held: string;
  /** What is left: `granted` − `drawn` − `running` − `held`. */
  available: string;
  grants: { id: string; available: string }[];
}

export interface CreditBalances {
  balances: ({ currency: string } & Balance)[];
  units: ({ metricId: string } & Balance)[];
}

/** The balances of grants: with usage only, and with holds on top. */
export function toBalances(grants: readonly CreditGrantRow[], usage: RunningUse, all: RunningUse): CreditBalances {
  const currencies = [...new Set(grants.flatMap(({ currency }) => currency ?? []))].toSorted();
  const metricIds = [...new Set(grants.flatMap(({ metricId }) => metricId ?? []))].toSorted();
  return {
    balances: currencies.map((currency) => ({
      currency,
      ...balanceOf(
        grants.filter((grant) => grant.currency === currency),
        { usage, all },
        (amount) => formatAmount({ amount, currency }),
      ),
    })),
    units: metricIds.map((metricId) => ({
      metricId,
      ...balanceOf(
        grants.filter((grant) => grant.metricId === metricId),
        { usage, all },
        (amount) => amount.toCanonical(),
      ),
    })),
  };
}

function balanceOf(
  grants: readonly CreditGrantRow[],
  { usage, all }: { readonly usage: RunningUse; readonly all: RunningUse },
  written: (amount: Decimal) => string,
): Balance {
  const granted = Decimal.sum(grants.map(({ amount }) => Decimal.of(amount)));
  const balance = Decimal.sum(grants.map((grant) => Decimal.of(grant.balance)));
  const leftOf = ({ left }: RunningUse) => Decimal.sum(grants.map(({ id }) => left.get(id) ?? Decimal.zero));
  const available = leftOf(all);
  return {
    granted: written(granted),
    drawn: written(granted.minus(balance)),
    running: written(balance.minus(leftOf(usage))),
    held: written(leftOf(usage).minus(available)),
    available: written(available),
    grants: grants.map(({ id }) => ({ id, available: written(all.left.get(id) ?? Decimal.zero) })),
  };
}

/** What is left of the money in a currency. */
export function availableIn(grants: readonly CreditGrantRow[], { left }: RunningUse, currency: string): string {
  const own = grants.filter((grant) => grant.currency === currency);
  return formatAmount({ amount: Decimal.sum(own.map(({ id }) => left.get(id) ?? Decimal.zero)), currency });
}
