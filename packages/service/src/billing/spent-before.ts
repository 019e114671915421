import {
  type AdjustmentDue,
  type Contract,
  countedShare,
  Decimal,
  sharedAmount,
  type SpentBefore,
} from "@counterfoil/engine";
import type { SpendAnswer, SpreadSpend } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

/**
 * What earlier invoices charged in the period of a discount or a limit. Lines that extend beyond the period count with
 * their share.
 */
export function spentBefore(contract: Contract, due: AdjustmentDue, answer: SpendAnswer | undefined): SpentBefore {
  const spread = answer?.spread ?? [];
  const sumOf = (lines: readonly SpreadSpend[], member: "amount" | "left") =>
    Decimal.sum(lines.map((line) => partOf(contract, due, { ...line, amount: line[member] })));
  const left = () => {
    const own = Decimal.of(answer?.ownLeft ?? "0");
    const { accounts, others } = accountsOf(spread);
    const ofAccounts = accounts.map((lines) => Decimal.max(sumOf(lines, "left"), Decimal.zero));
    const charged = Decimal.sum([Decimal.of(answer?.chargedLeft ?? "0"), ...ofAccounts, sumOf(others, "left"), own]);
    return { own, charged };
  };
  return {
    spent: Decimal.of(answer?.spent ?? "0").plus(sumOf(spread, "amount")),
    adjusted: Decimal.of(answer?.adjusted ?? "0"),
    oneOffs: Decimal.of(answer?.oneOffs ?? "0"),
    ...(answer?.isNoted === true ? { left: left() } : {}),
  };
}

/**
 * Charges with their credits. Credit notes are spread over all days of a line, even days that a credit had already
 * given back. Nothing is left of those days, but not less than nothing.
 */
function accountsOf(lines: readonly SpreadSpend[]): { accounts: SpreadSpend[][]; others: readonly SpreadSpend[] } {
  const charges = lines
    .filter(({ kind }) => kind === "recurring")
    .map((charge) => ({ charge, credits: [] as SpreadSpend[] }));
  const others = lines.filter((line) => {
    if (line.kind === "recurring") return false;
    const account = charges.findLast(({ charge }) => line.kind === "credit" && isCreditOf(line, charge));
    account?.credits.push(line);
    return account === undefined;
  });
  return { accounts: charges.map(({ charge, credits }) => [charge, ...credits]), others };
}

function isCreditOf(credit: SpreadSpend, charge: SpreadSpend): boolean {
  const isOfPrice = credit.priceId === charge.priceId && credit.versionId === charge.versionId;
  return isOfPrice && charge.start <= credit.start && credit.end <= charge.end;
}

/** The part of a line that counts in the limit's period, if the line also serves other periods. */
function partOf(contract: Contract, { source, period }: AdjustmentDue, line: SpreadSpend): Decimal {
  const countable = {
    countedOn: Temporal.PlainDate.from(line.countedOn),
    countedInterval: line.interval,
    service: { start: Temporal.PlainDate.from(line.start), end: Temporal.PlainDate.from(line.end) },
  };
  const share = countedShare(contract, source.interval, countable, period);
  if (share === undefined) return Decimal.zero;
  return sharedAmount(Decimal.of(line.amount), share === "whole" ? null : share, contract.currency);
}
