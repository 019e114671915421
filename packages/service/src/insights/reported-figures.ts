import { Decimal } from "@counterfoil/engine";
import type { Conversion, DatedAmount } from "../exchange-rates/index.ts";
import { type Compared, compareTotals } from "./compared.ts";
import type { DatedMoney } from "./read-money.ts";
import { totalIn } from "./reporting.ts";

/** Key figures of all currencies in the reporting currency. A value is null if a rate is missing. */
export interface ReportedFigures {
  mrr: Compared;
  arr: Compared;
  netRevenue: Compared;
  cashCollected: Compared;
  unpaid: Compared;
}

/** The amounts of a period in all currencies. Recurring revenue is converted on the last day. */
export interface DatedFigures extends DatedMoney {
  readonly mrr: readonly DatedAmount[];
}

const MONTHS_IN_A_YEAR = Decimal.of("12");

export function decideReportedFigures(
  conversion: Conversion,
  { before, current }: { readonly before: DatedFigures; readonly current: DatedFigures },
): ReportedFigures {
  const compare = (of: (figures: DatedFigures) => readonly DatedAmount[]) =>
    compareTotals(totalIn(conversion, of(current)), totalIn(conversion, of(before)), conversion.currency);
  return {
    mrr: compare(({ mrr }) => mrr),
    arr: compare(({ mrr }) => mrr.map((of) => ({ ...of, amount: of.amount.times(MONTHS_IN_A_YEAR) }))),
    netRevenue: compare(({ netRevenue }) => netRevenue),
    cashCollected: compare(({ cash }) => cash),
    unpaid: compare(({ unpaid }) => unpaid),
  };
}
