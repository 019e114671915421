import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import type { BilledPlace } from "../../journal/money.ts";
import type { Random } from "../../random.ts";
import type { World } from "../../world.ts";

/** An invoice in one of these statuses, preferably a later one, or undefined. */
export async function someInvoice(
  world: World,
  random: Random,
  statuses: readonly string[],
): Promise<StoredInvoice | undefined> {
  const fitting = (await world.invoices()).filter(({ status }) => statuses.includes(status));
  if (fitting.length === 0) return undefined;
  return random.pick(random.chance(0.5) ? fitting.slice(-5) : fitting);
}

/** The amount due. */
export function remainingOf({ total, creditsApplied, amountPaid }: StoredInvoice): Rational {
  return Rational.of(total).minus(Rational.of(creditsApplied)).minus(Rational.of(amountPaid));
}

/** Its position among invoices of its subscription and billing date; null for a one-off. */
export async function placeOf(
  world: World,
  { id, subscriptionId, billingDate }: StoredInvoice,
): Promise<BilledPlace | null> {
  if (subscriptionId === null) return null;
  const same = (await world.invoices()).filter(
    (one) => one.subscriptionId === subscriptionId && one.billingDate === billingDate,
  );
  return { subscriptionId, billingDate, nth: same.findIndex((one) => one.id === id) };
}
