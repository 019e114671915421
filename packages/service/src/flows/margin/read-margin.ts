import { findMetric, findNames, getOrganization, type MarginSelection } from "@counterfoil/storage";
import { type Context, transact } from "../../context.ts";
import { DomainError, notFound } from "../../errors/index.ts";
import type { MissingRate, UsedRate } from "../../exchange-rates/index.ts";
import { includesTestClocks, type InsightRange, readRange, selectAccounts } from "../../insights/index.ts";
import {
  type MarginAmounts,
  type MarginFigure,
  marginAmounts,
  marginFigures,
  type MarginGroup,
} from "./margin-figures.ts";
import { conversionOf, findMarginRows, toMarginParts } from "./margin-rows.ts";
import type { OpenLines } from "./running-lines.ts";

/** Which margin, and how it is grouped. The currency is that of the figures: others are converted into it. */
export interface MarginQuestion extends InsightRange {
  readonly groupBy?: MarginGroup | undefined;
  /** The property whose values are the groups. */
  readonly property?: string | undefined;
  /** ID or alias. */
  readonly accountId?: string | undefined;
  readonly metricId?: string | undefined;
  /** Whether usage that is on no issued invoice counts. */
  readonly running?: "exclude" | undefined;
}

export interface MarginItem extends MarginFigure {
  /** The name of the account, the product or the metric. Null for other groups. */
  name: string | null;
}

export interface Margin {
  /** Half-open. */
  from: string;
  to: string;
  currency: string;
  groupBy: MarginGroup;
  property: string | null;
  totals: MarginAmounts;
  items: MarginItem[];
  /** Exchange rates that the figures used, and those that they miss. */
  rates: UsedRate[];
  missing: MissingRate[];
  /** Accounts whose running revenue is left out, because their usage cannot be decided. */
  undecided: OpenLines["undecided"];
}

/**
 * Revenue, cost and margin of some days, the lowest margin first (R-COST-1). Revenue comes from issued lines, day by day
 * over their service, and from usage that is on no issued invoice yet. Sums are exact.
 */
export function readMargin(context: Context, question: MarginQuestion): Promise<Margin> {
  const { groupBy = "account", property = null } = question;
  refuseProperty(groupBy, property);
  return transact(context, async (work) => {
    const { tx } = work;
    const range = await readRange(context, tx, question, "this_month");
    const organization = await getOrganization(tx);
    const currency = question.currency ?? organization.reportingCurrency ?? organization.defaultCurrency;
    const { accountId } = await selectAccounts(tx, { accountId: question.accountId });
    if (question.metricId !== undefined && (await findMetric(tx, question.metricId)) === undefined) {
      throw notFound("metric", question.metricId);
    }
    const selection: MarginSelection = {
      from: range.start.toString(),
      to: range.end.toString(),
      withTestClocks: includesTestClocks(question),
      accountIds: accountId === null ? null : [accountId],
      property,
      isByDay: groupBy === "day",
      isByProduct: groupBy === "product",
      currency,
    };
    const { amounts, undecided } = await findMarginRows(work, selection, range, question.running !== "exclude");
    const asked = amounts.filter(({ metricId }) => question.metricId === undefined || metricId === question.metricId);
    const parts = toMarginParts(asked, groupBy, selection.to);
    const conversion = await conversionOf(tx, parts, currency);
    const figures = marginFigures(parts, groupBy, conversion);
    const names = new Map(
      (
        await findNames(tx, groupBy === "day" || groupBy === "property" ? [] : figures.flatMap(({ key }) => key ?? []))
      ).map(({ id, name }) => [id, name]),
    );
    return {
      from: selection.from,
      to: selection.to,
      currency,
      groupBy,
      property,
      totals: marginAmounts(parts, conversion),
      items: figures.map((figure) => ({ ...figure, name: names.get(figure.key ?? "") ?? null })),
      rates: conversion.rates,
      missing: conversion.missing,
      undecided,
    };
  });
}

function refuseProperty(groupBy: MarginGroup, property: string | null): void {
  if ((groupBy === "property") === (property !== null)) return;
  const detail =
    property === null
      ? "property is required with groupBy=property, such as property=model."
      : "property applies only with groupBy=property.";
  throw new DomainError("invalid_parameter", detail, [
    { pointer: "/property", code: property === null ? "required" : "not_applicable", detail },
  ]);
}
