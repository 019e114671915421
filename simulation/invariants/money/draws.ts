import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import type { StoredEntry, StoredGrant } from "../../platform/money-ledger.ts";
import { addToGrant, expectAmount, grantOf, type Standing } from "./standing.ts";

/**
 * What an invoice used of grants at issue (R-INV-8): each draw is of a usable grant, of at most what was left, and together
 * at most the invoice's total. If no grant has products or a metric, each pays all it can, in order.
 */
export function drawGrants(standing: Standing, invoice: StoredInvoice): Rational {
  const { money } = standing.holdings;
  const draws = money.entries.filter(
    (one) => one.invoiceId === invoice.id && one.kind === "used" && one.grantId !== null,
  );
  const usable = money.grants.filter((grant) => isUsable(standing, grant, invoice)).toSorted(byUse);
  if (usable.every((grant) => isForAnything(grant))) expectInOrder(standing, invoice, usable, draws);
  let drawn = Rational.zero;
  for (const draw of draws) {
    const grant = grantOf(money, draw.grantId);
    const paid = Rational.of(draw.paid ?? "0");
    drawn = drawn.plus(paid);
    if (!usable.includes(grant)) standing.faults.push(`${invoice.id} draws on ${grant.id}, which it cannot use`);
    if (!paid.isPositive() || !isWorth(invoice, grant, draw)) {
      standing.faults.push(`${invoice.id} is paid ${draw.paid} by ${draw.amount} of ${grant.id}`);
    }
    addToGrant(standing, grant, Rational.of(draw.amount));
  }
  const total = Rational.larger(Rational.of(invoice.total), Rational.zero);
  if (drawn.compare(total) > 0) standing.faults.push(`${invoice.id} of ${invoice.total} draws ${drawn.toText()}`);
  return drawn;
}

/** From its first instant to its expiry, exclusive. */
function isUsable(standing: Standing, grant: StoredGrant, { accountId, currency, issuedAt }: StoredInvoice): boolean {
  const at = issuedAt ?? 0;
  const isItsTime = grant.effectiveAt <= at && (grant.expiresAt === null || at < grant.expiresAt);
  const isCounted = grant.currency === null || grant.currency === currency;
  const left = standing.grants.get(grant.id) ?? Rational.zero;
  return grant.accountId === accountId && isCounted && isItsTime && left.isPositive();
}

/** Lower priority first, then the earliest expiry, then the oldest. */
function byUse(a: StoredGrant, b: StoredGrant): number {
  const expiry = (grant: StoredGrant): number => grant.expiresAt ?? Number.MAX_SAFE_INTEGER;
  return a.priority - b.priority || expiry(a) - expiry(b) || (a.id < b.id ? -1 : 1);
}

function isForAnything({ metricId, productIds }: StoredGrant): boolean {
  return metricId === null && productIds.length === 0;
}

function expectInOrder(
  standing: Standing,
  { id, total }: StoredInvoice,
  usable: readonly StoredGrant[],
  draws: readonly StoredEntry[],
): void {
  let due = Rational.larger(Rational.of(total), Rational.zero);
  for (const grant of usable) {
    const expected = Rational.smaller(due, standing.grants.get(grant.id) ?? Rational.zero);
    due = due.minus(expected);
    const own = draws.filter(({ grantId }) => grantId === grant.id).map(({ amount }) => Rational.of(amount).negated());
    expectAmount(standing, `what ${id} draws on ${grant.id}`, expected, Rational.sum(own).toText());
  }
}

/** Money pays its amount, only for its products; units pay for usage. */
function isWorth(
  invoice: StoredInvoice,
  { metricId, productIds }: StoredGrant,
  { amount, paid }: StoredEntry,
): boolean {
  const isMoney = metricId === null;
  if (
    isMoney &&
    Rational.of(amount)
      .plus(Rational.of(paid ?? "0"))
      .compare(Rational.zero) !== 0
  )
    return false;
  const lines = invoice.lines.filter(
    ({ kind, productId }) =>
      (productIds.length === 0 || productIds.includes(productId ?? "")) &&
      (isMoney || kind === "usage" || kind === "correction"),
  );
  const most = Rational.sum(
    lines.map(({ amount: net, taxes }) => {
      const onTop = (taxes ?? [])
        .flatMap((part) => part.taxes)
        .filter(({ index }) => invoice.taxes?.[index]?.inclusive === false);
      return Rational.larger(
        Rational.zero,
        Rational.of(net).plus(Rational.sum(onTop.map((share) => Rational.of(share.amount)))),
      );
    }),
  );
  return Rational.of(paid ?? "0").compare(most) <= 0;
}
