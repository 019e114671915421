import type { DraftTerms, InvoiceRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { dueAt, localDay, writtenDay } from "../time.ts";
import type { Fault } from "../errors/index.ts";

/**
 * What a caller writes on a draft besides its lines. A memo may have placeholders, which are filled in at issue; null
 * uses the subscription's template. A buyer reference of null uses the account's. A due date is a local day or an
 * instant of that day; null means that it follows from the payment terms.
 */
export type DraftTermsInput = Partial<DraftTerms>;

/** The draft with the given members. A due day begins in the draft's zone. */
export function applyDraftTerms<Draft extends InvoiceRow>(draft: Draft, input: DraftTermsInput): Draft {
  const { dueDate, ...members } = input;
  const after = { ...draft, ...members };
  if (dueDate === undefined) return after;
  const day = dueDate === null ? null : Temporal.PlainDate.from(writtenDay(dueDate, draft.timezone));
  return { ...after, dueDate: day === null ? null : dueAt(day, draft.timezone) };
}

/** What is wrong with the terms. */
export function draftTermsFaults({ dueDate, timezone }: InvoiceRow, input: DraftTermsInput, now: string): Fault[] {
  const today = localDay(now, timezone);
  if (input.dueDate === undefined || dueDate === null || localDay(dueDate, timezone) >= today) return [];
  return [
    {
      pointer: "/dueDate",
      code: "in_the_past",
      detail: `The due date must be ${today}, the current day of the account, or later.`,
    },
  ];
}
