import { Rational } from "../auditor/rational.ts";
import type { Holdings } from "./invariants.ts";

/**
 * Going through the issued invoices in the order of their numbers: a negative total becomes account credit, a positive one
 * uses up what there is, and nothing more (R-SUB-4). The ledger holds exactly these movements, and never runs below zero.
 */
export function checkCredits({ invoices, credits }: Holdings): string[] {
  const balances = new Map<string, Rational>();
  const expected = new Map<string, Rational>();
  const faults: string[] = [];
  const issued = invoices.filter(({ sequence }) => sequence !== null);
  for (const invoice of issued.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))) {
    const key = `${invoice.accountId} ${invoice.currency}`;
    const balance = balances.get(key) ?? Rational.zero;
    const applied = Rational.smaller(Rational.of(invoice.total), balance);
    balances.set(key, balance.minus(applied));
    if (!applied.isZero()) expected.set(invoice.id, applied.negated());
    if (applied.compare(Rational.of(invoice.creditsApplied)) !== 0) {
      const detail = `${applied.toText()} of ${balance.toText()} should be applied`;
      faults.push(`${invoice.id} shows ${invoice.creditsApplied} of account credit, and ${detail}`);
    }
    const isPaid = applied.compare(Rational.of(invoice.total)) === 0;
    if ((invoice.status === "paid") !== isPaid) faults.push(`${invoice.id} is ${invoice.status}`);
  }
  for (const { invoiceId, amount } of credits) {
    const movement = expected.get(invoiceId ?? "");
    if (movement?.compare(Rational.of(amount)) !== 0) faults.push(`the ledger moves ${amount} for ${invoiceId}`);
    expected.delete(invoiceId ?? "");
  }
  return [...faults, ...[...expected.keys()].map((id) => `the ledger lacks the movement of ${id}`)];
}
