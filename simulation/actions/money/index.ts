import type { Action } from "../action.ts";
import { giveUp } from "./give-up.ts";
import { grant, voidGrant } from "./grant.ts";
import { note } from "./note.ts";
import { issueOneOff, oneOff } from "./one-off.ts";
import { pay } from "./pay.ts";
import { refund } from "./refund.ts";
import { archiveRate, taxRate } from "./tax-rate.ts";
import { voidSome } from "./void-invoice.ts";

/** All steps with invoices and credit. */
export const MONEY_ACTIONS: readonly Action[] = [
  pay,
  refund,
  voidSome,
  giveUp,
  note,
  grant,
  voidGrant,
  oneOff,
  issueOneOff,
  taxRate,
  archiveRate,
];
