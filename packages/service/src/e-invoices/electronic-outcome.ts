import {
  type BrokenRule,
  checkProfile,
  type EInvoiceProfile,
  type ElectronicInvoice,
  inProfile,
} from "@counterfoil/einvoice";
import type { ElectronicLines } from "./electronic-lines.ts";

/** A document in the terms of the standard and a profile, or the rules that it breaks. */
export type ElectronicOutcome =
  | { readonly kind: "electronic"; readonly invoice: ElectronicInvoice }
  | { readonly kind: "incomplete"; readonly broken: readonly BrokenRule[] };

/**
 * Checks a document against the rules of the standard and the profile, and against what could not be expressed at all.
 */
export function judgeElectronic(
  told: ElectronicInvoice,
  { withoutVat }: Pick<ElectronicLines, "withoutVat">,
  profile: EInvoiceProfile,
): ElectronicOutcome {
  const invoice = inProfile(told, profile);
  const broken = [
    ...withoutVat.map((path) => ({
      rule: "BR-CO-04",
      message: "A line must have exactly one VAT category and rate (BT-151, BT-152). This line has several taxes.",
      path,
    })),
    ...checkProfile(invoice, profile),
  ];
  return broken.length === 0 ? { kind: "electronic", invoice } : { kind: "incomplete", broken };
}
