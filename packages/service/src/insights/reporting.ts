import { type Decimal, formatAmount, roundToMinorUnit } from "@counterfoil/engine";
import type { Context } from "../context.ts";
import {
  type Conversion,
  type DatedAmount,
  type MissingRate,
  openConversion,
  type UsedRate,
} from "../exchange-rates/index.ts";

/** Whether figures also have totals of all currencies in the organization's reporting currency. */
export interface ReportingQuestion {
  readonly include?: "reporting" | undefined;
}

/** Totals in the reporting currency, the newest rates that they used, and the rates that they miss. */
export type Reporting<Totals> = Totals & { currency: string; rates: UsedRate[]; missing: MissingRate[] };

/** Absent if it was not requested, and null if the organization has no reporting currency. */
export interface WithReporting<Totals> {
  reporting?: Reporting<Totals> | null;
}

/** The currencies of the figures, and their days, both included. */
interface ReportedFigures {
  readonly currencies: Iterable<string>;
  readonly first: string;
  readonly last: string;
}

/** Computes totals in the reporting currency, if they were requested. */
export async function inReporting<Totals extends object>(
  context: Context,
  { include }: ReportingQuestion,
  { currencies, ...days }: ReportedFigures,
  decide: (conversion: Conversion) => Totals,
): Promise<WithReporting<Totals>> {
  if (include !== "reporting") return {};
  const conversion = await openConversion(context, { currencies: [...currencies], ...days });
  if (conversion === null) return { reporting: null };
  const totals = decide(conversion);
  const { currency, rates, missing } = conversion;
  return { reporting: { currency, rates, missing, ...totals } };
}

/** The total of these amounts, rounded once. Null if a rate is missing. */
export function totalIn(conversion: Conversion, amounts: readonly DatedAmount[]): Decimal | null {
  const sum = conversion.sum(amounts);
  return sum && roundToMinorUnit(sum, conversion.currency);
}

export function totalText(conversion: Conversion, amounts: readonly DatedAmount[]): string | null {
  const amount = totalIn(conversion, amounts);
  return amount && formatAmount({ amount, currency: conversion.currency });
}
