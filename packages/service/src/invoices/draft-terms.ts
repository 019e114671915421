import type { PaymentTerms } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { dueAt, localDay, writtenDay } from "../time.ts";
import type { Fault } from "../errors/index.ts";

/** What a caller may write on a draft beside its lines. */
export interface DraftTermsInput {
  description?: string | null;
  /** With placeholders, which are filled in when it is issued; null for the subscription's template. */
  memo?: string | null;
  footer?: string | null;
  purchaseOrderNumber?: string | null;
  /** Null for the account's. */
  buyerReference?: string | null;
  paymentTerms?: PaymentTerms;
  /** A local day or an instant of it; null to have it follow from the payment terms. */
  dueDate?: string | null;
}

/** The draft with the members that were written; a day on which it is due begins in its own zone. */
export function applyDraftTerms<Draft extends InvoiceRow>(draft: Draft, input: DraftTermsInput): Draft {
  const { dueDate, ...members } = input;
  const after = { ...draft, ...members };
  if (dueDate === undefined) return after;
  const day = dueDate === null ? null : Temporal.PlainDate.from(writtenDay(dueDate, draft.timezone));
  return { ...after, dueDate: day === null ? null : dueAt(day, draft.timezone) };
}

/** What is wrong with them. */
export function draftTermsFaults({ dueDate, timezone }: InvoiceRow, input: DraftTermsInput, now: string): Fault[] {
  const today = localDay(now, timezone);
  if (input.dueDate === undefined || dueDate === null || localDay(dueDate, timezone) >= today) return [];
  return [{ pointer: "/dueDate", code: "in_the_past", detail: `It is ${today}; an invoice cannot be due before.` }];
}
