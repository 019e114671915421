import { Decimal } from "@counterfoil/engine";
import type { IssuedUse } from "@counterfoil/storage";

/**
 * How much more credit was available at an earlier instant than the grants of today show: what invoices have drawn and owe since, less
 * their usage until then. Usage counts evenly over the time of its line, and other charges when their invoice is issued.
 * @param owes whether what invoices still owe is taken from the available credit
 */
export function usedSince(
  issued: readonly IssuedUse[],
  at: string,
  { currency, owes }: { readonly currency: string; readonly owes: boolean },
): Decimal {
  const own = issued.filter((one) => one.currency === currency && Date.parse(one.issuedAt) > Date.parse(at));
  return Decimal.sum(
    own.map(({ drawn, owed, charged, usage }) => {
      const taken = owes ? Decimal.of(drawn).plus(Decimal.of(owed)) : Decimal.of(drawn);
      const whole = Decimal.of(charged);
      if (!whole.isPositive()) return taken;
      const usedByThen = Decimal.sum(
        usage.map(({ amount, start, end }) =>
          Decimal.of(amount).times(sharePassed(at, Date.parse(start), Date.parse(end))),
        ),
      );
      const share = usedByThen.dividedBy(whole, SHARE_DIGITS, "half_away_from_zero");
      return taken.minus(taken.times(Decimal.max(Decimal.min(share, Decimal.one), Decimal.zero)));
    }),
  );
}

const SHARE_DIGITS = 12;

/** The part of a time that has passed at an instant. */
function sharePassed(at: string, start: number, end: number): Decimal {
  const passed = Math.min(Math.max(Date.parse(at) - start, 0), end - start);
  if (end <= start) return Decimal.one;
  return Decimal.ofInteger(passed).dividedBy(Decimal.ofInteger(end - start), SHARE_DIGITS, "half_away_from_zero");
}
