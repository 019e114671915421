import type { CreditNoteOutcome, Invoice, PreviewCreditNoteRequest } from "@counterfoil/sdk";
import { isZero } from "../../../format/amount.ts";

/** What happened, in the user's words. It only chooses where the amount goes at first. */
export type Cause = "money_back" | "wrong_invoice" | "goodwill";

export interface CauseChoice {
  readonly cause: Cause;
  readonly label: string;
  readonly note: string;
  readonly outcome: CreditNoteOutcome;
}

export const CAUSES: readonly CauseChoice[] = [
  {
    cause: "money_back",
    label: "Return money",
    note: "Credits the lines and refunds the payment.",
    outcome: "refund",
  },
  {
    cause: "wrong_invoice",
    label: "The invoice is wrong",
    note: "Credits the wrong lines and reduces the amount due. Bill the right amount on a new invoice.",
    outcome: "apply",
  },
  {
    cause: "goodwill",
    label: "Goodwill credit",
    note: "Credits a part of the invoice and keeps it for future invoices.",
    outcome: "account_credit",
  },
];

export const OUTCOMES: readonly (readonly [outcome: CreditNoteOutcome, name: string, what: string])[] = [
  ["apply", "Reduce balance", "Applied to invoice. Any excess becomes account credit."],
  ["refund", "Refund", "Counterfoil refunds the payment."],
  ["account_credit", "Account credit", "Applied to future invoices. The balance of this invoice doesn't change."],
];

export interface CorrectionDraft {
  readonly cause: Cause;
  readonly outcome: CreditNoteOutcome;
  /** The amount of each chosen line by its ID. Empty for what remains of the line. */
  readonly amounts: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly memo: string;
}

/** Nothing can be refunded while nothing is paid. */
export function canRefund({ amountPaid }: Pick<Invoice, "amountPaid">): boolean {
  return !isZero(amountPaid);
}

export function newCorrection(invoice: Pick<Invoice, "amountPaid">): CorrectionDraft {
  const isPaid = canRefund(invoice);
  return {
    cause: isPaid ? "money_back" : "wrong_invoice",
    outcome: isPaid ? "refund" : "apply",
    amounts: {},
    reason: "",
    memo: "",
  };
}

export function toCreditNote(invoiceId: string, draft: CorrectionDraft): PreviewCreditNoteRequest {
  const { outcome, amounts, reason, memo } = draft;
  return {
    invoiceId,
    reason: reason.trim(),
    outcome,
    memo: memo.trim() === "" ? null : memo.trim(),
    lines: Object.entries(amounts).map(([lineItemId, amount]) => ({
      lineItemId,
      amount: amount.trim() === "" ? null : amount.trim(),
    })),
  };
}
