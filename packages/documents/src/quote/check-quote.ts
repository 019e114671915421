import { checkDate, checkDecimal, checkFrame } from "../document/check-members.ts";
import { checkTaxes } from "../invoice/check-invoice-document.ts";
import type { DocumentProblem } from "../document-error.ts";
import type {
  PrintedAdjustments,
  PrintedPrice,
  PrintedPricing,
  PrintedQuote,
  PrintedSum,
  PrintedVersion,
} from "./printed-quote.ts";

/** Returns a problem for every member whose value is invalid. */
export function checkQuote(quote: PrintedQuote): DocumentProblem[] {
  const dates = ["issueDate", "validUntil", "contractStart", "contractEnd", "firstBilling"] as const;
  return [
    ...checkFrame(quote),
    ...dates.flatMap((date) => checkDate(`/${date}`, quote[date])),
    ...checkDate("/acceptance/signedOn", quote.acceptance?.signedOn ?? null),
    ...checkAdjustments("/adjustments", quote.adjustments),
    ...(quote.recurring ?? []).flatMap((sum, index) => checkSum(`/recurring/${index}`, sum)),
    ...(quote.contractValue ? checkSum("/contractValue", quote.contractValue) : []),
    ...quote.versions.flatMap((version, index) => checkVersion(`/versions/${index}`, version)),
  ];
}

function checkSum(pointer: string, sum: PrintedSum): DocumentProblem[] {
  return [
    ...checkDecimal(`${pointer}/subtotal`, sum.subtotal),
    ...checkDecimal(`${pointer}/total`, sum.total),
    ...checkTaxes(sum).map((problem) => ({ ...problem, pointer: pointer + problem.pointer })),
  ];
}

function checkVersion(pointer: string, version: PrintedVersion): DocumentProblem[] {
  return [
    ...checkDate(`${pointer}/startsOn`, version.startsOn),
    ...version.fixedTotals.flatMap((total, index) =>
      checkDecimal(`${pointer}/fixedTotals/${index}/amount`, total.amount),
    ),
    ...version.scopes.flatMap((scope, index) => checkAdjustments(`${pointer}/scopes/${index}`, scope)),
    ...version.groups.flatMap((group, groupIndex) =>
      group.prices.flatMap((price, index) => checkPrice(`${pointer}/groups/${groupIndex}/prices/${index}`, price)),
    ),
  ];
}

function checkPrice(pointer: string, price: PrintedPrice): DocumentProblem[] {
  const figures = Object.entries(figuresOf(price.pricing));
  return [
    ...checkAdjustments(`${pointer}/adjustments`, price.adjustments),
    ...figures.flatMap(([name, figure]) => checkDecimal(`${pointer}/pricing/${name}`, figure)),
  ];
}

/** All decimals of a pricing model, by their path. */
function figuresOf(pricing: PrintedPricing): Record<string, string | null> {
  switch (pricing.kind) {
    case "fixed":
      return { quantity: pricing.quantity, unitPrice: pricing.unitPrice, amount: pricing.amount };
    case "unit":
      return { unitPrice: pricing.unitPrice };
    case "tiers":
      return Object.fromEntries([
        ["prepaid", pricing.prepaid],
        ...pricing.tiers.flatMap((tier, index) =>
          Object.entries(tier).map(([name, figure]) => [`tiers/${index}/${name}`, figure] as const),
        ),
      ]);
    case "package":
      return { size: pricing.size, included: pricing.included, price: pricing.price };
    case "combinations":
      return Object.fromEntries([
        ["otherwise", pricing.otherwise],
        ...pricing.combinations.map((one, index) => [`combinations/${index}/unitPrice`, one.unitPrice] as const),
      ]);
    case "percentage":
      return { percentage: pricing.percentage, perEvent: pricing.perEvent, fixedFee: pricing.fixedFee };
    case "expression":
      return {};
    default:
      return pricing satisfies never;
  }
}

function checkAdjustments(pointer: string, { discount, minimum, maximum }: PrintedAdjustments): DocumentProblem[] {
  return [
    ...checkDecimal(`${pointer}/discount/value`, discount?.value ?? null),
    ...checkDate(`${pointer}/discount/until`, discount?.until ?? null),
    ...checkDecimal(`${pointer}/minimum/amount`, minimum?.amount ?? null),
    ...checkDecimal(`${pointer}/maximum/amount`, maximum?.amount ?? null),
  ];
}
