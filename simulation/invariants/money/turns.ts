import { Rational } from "../../auditor/rational.ts";
import type { StoredTurn } from "../../platform/money-ledger.ts";
import { drawGrants } from "./draws.ts";
import { addCredit, creditOf, expectAmount, grantOf, owedOf, settle, type Standing } from "./standing.ts";

/** An invoice is issued, voided or given up. */
export function turn(standing: Standing, { kind, invoiceId }: StoredTurn): void {
  switch (kind) {
    case "invoice_issued":
      return issue(standing, invoiceId);
    case "invoice_voided":
      return voidAgain(standing, invoiceId);
    case "invoice_uncollectible":
      owedOf(standing, invoiceId).status = "uncollectible";
      return;
    default:
      kind satisfies never;
  }
}

/** Grants pay first, then account credit does, as far as there is any; what is below zero becomes account credit (R-SUB-4). */
function issue(standing: Standing, invoiceId: string): void {
  const owed = owedOf(standing, invoiceId);
  const { invoice } = owed;
  const drawn = drawGrants(standing, invoice);
  const rest = Rational.of(invoice.total).minus(drawn);
  const used = Rational.smaller(rest, creditOf(standing, invoice));
  const own = standing.holdings.money.entries.filter(
    (entry) => entry.invoiceId === invoiceId && entry.grantId === null && entry.kind === null,
  );
  expectAmount(
    standing,
    `the account credit that ${invoiceId} uses`,
    used,
    Rational.sum(own.map(({ amount }) => Rational.of(amount).negated())).toText(),
  );
  addCredit(standing, invoice, used.negated());
  owed.credits = drawn.plus(used);
  settle(owed);
}

/** Only what nobody paid is voided, and what credit it used comes back (R-INV-2). */
function voidAgain(standing: Standing, invoiceId: string): void {
  const owed = owedOf(standing, invoiceId);
  const { entries } = standing.holdings.money;
  if (!owed.paid.isZero() || owed.hasNotes || owed.status === "paid") {
    standing.faults.push(`${invoiceId} was voided, though something was paid or given back of it`);
  }
  let own = owed.credits;
  for (const draw of entries.filter(
    (one) => one.invoiceId === invoiceId && one.grantId !== null && one.kind === "used",
  )) {
    const grant = grantOf(standing.holdings.money, draw.grantId);
    own = own.minus(Rational.of(draw.paid ?? "0"));
    const back = entries.filter(
      (one) => one.invoiceId === invoiceId && one.grantId === grant.id && one.kind === "returned",
    );
    expectAmount(
      standing,
      `what ${grant.id} has back of ${invoiceId}`,
      Rational.of(draw.amount).negated(),
      Rational.sum(back.map(({ amount }) => Rational.of(amount))).toText(),
    );
  }
  addCredit(standing, owed.invoice, own);
  owed.status = "void";
}
