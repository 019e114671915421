import type { Action } from "../action.ts";
import { amend, noteAndVoidUsage, voidSomeEvents } from "./correct-events.ts";
import { bringBack } from "./bring-back.ts";
import { endUnpaid, endWithDrafts } from "./end-unpaid.ts";
import { noteAndStop, noteBesideEnd, notesAtOnce } from "./note-and-stop.ts";
import { payByCredit } from "./pay-from-credit.ts";
import { categorize, changeRate, replaceRate, taxAccount } from "./tax-terms.ts";

/** Steps that give back of issued invoices in several ways, or change the data they were billed by. */
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
