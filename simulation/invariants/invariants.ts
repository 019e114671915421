import { checkGivenBack } from "./given-back/check-given-back.ts";
import { checkSpendable } from "./given-back/spendable.ts";
import { checkIdentities } from "./identities.ts";
import { checkAnswered, checkOneOffs } from "./money/answered.ts";
import { checkMoney } from "./money/check-money.ts";
import { checkGrantLines } from "./money/grant-lines.ts";
import { checkNotes } from "./money/notes.ts";
import { checkNumbers } from "./numbers.ts";
import { checkOutbox } from "./outbox.ts";
import { checkStatuses } from "./statuses.ts";
import { checkTotals } from "./totals.ts";
import { checkWindows } from "./windows.ts";
import type { Holdings } from "./holdings.ts";

const CHECKS = [
  checkNumbers,
  checkTotals,
  checkAnswered,
  checkOneOffs,
  checkStatuses,
  checkGivenBack,
  checkSpendable,
  checkMoney,
  checkGrantLines,
  checkNotes,
  checkIdentities,
  checkWindows,
  checkOutbox,
];

/** The violated invariants, as texts. */
export function checkHoldings(holdings: Holdings): string[] {
  return CHECKS.flatMap((check) => check(holdings));
}
