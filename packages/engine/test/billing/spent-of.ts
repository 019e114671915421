import {
  type AdjustmentDue,
  type Contract,
  countedShare,
  Decimal,
  type InvoiceLineDraft,
  isBefore,
  isInScope,
  sharedAmount,
  type SpentBefore,
} from "../../src/index.ts";

/** The amounts of lines in an adjustment's period and scope. */
export function spentOf(
  contract: Contract,
  lines: readonly InvoiceLineDraft[],
  { source, period, rank }: Pick<AdjustmentDue, "source" | "period" | "rank">,
): SpentBefore {
  const isLimit = rank % RANKS.length !== 1;
  const counted = lines.flatMap((line) => {
    if (!isInScope(source.scope, line)) return [];
    if (isLimit) {
      const part = countedShare(contract, source.interval, line, period);
      const amount =
        part === undefined || part === "whole" ? line.amount : sharedAmount(line.amount, part, contract.currency);
      return part === undefined ? [] : [{ ...line, amount }];
    }
    return isBefore(line.countedOn, period.start) || !isBefore(line.countedOn, period.end) ? [] : [line];
  });
  return {
    spent: sumOf(counted.filter((line) => rankOf(line) < rank)),
    adjusted: sumOf(counted.filter((line) => line.adjustmentId === source.id)),
    oneOffs: sumOf(counted.filter((line) => line.kind === "one_off")),
  };
}

const RANKS = ["discount", "minimum", "maximum"];

function rankOf(line: InvoiceLineDraft): number {
  if (line.adjustmentId === null) return 0;
  return RANKS.indexOf(line.kind) + 1 + RANKS.length * placeOf(line);
}

function placeOf({ priceId, scopePriceIds }: InvoiceLineDraft): number {
  if (priceId !== null) return 0;
  if (scopePriceIds === null || scopePriceIds === undefined) return 3;
  return scopePriceIds.length === 0 ? 2 : 1;
}

function sumOf(lines: readonly InvoiceLineDraft[]): Decimal {
  return Decimal.sum(lines.map((line) => line.amount));
}
