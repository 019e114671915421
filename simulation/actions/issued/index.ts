import type { Action } from "../action.ts";
import { amend, noteAndVoidUsage, voidSomeEvents } from "./correct-events.ts";
import { bringBack } from "./bring-back.ts";
import { endUnpaid, endWithDrafts } from "./end-unpaid.ts";
import { noteAndStop, noteBesideEnd, notesAtOnce } from "./note-and-stop.ts";
import { payByCredit } from "./pay-from-credit.ts";
import { categorize, changeRate, replaceRate, taxAccount } from "./tax-terms.ts";

/** What gives back of issued invoices in more than one way, and what changes what they were billed by. */
export const ISSUED_ACTIONS: readonly Action[] = [
  noteAndStop,
  notesAtOnce,
  noteBesideEnd,
  noteAndVoidUsage,
  amend,
  voidSomeEvents,
  endUnpaid,
  endWithDrafts,
  bringBack,
  payByCredit,
  changeRate,
  replaceRate,
  taxAccount,
  categorize,
];
