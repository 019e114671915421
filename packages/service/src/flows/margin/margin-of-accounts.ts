import type { DatePeriod } from "@counterfoil/engine";
import { getOrganization } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { type MarginFigure, marginFigures } from "./margin-figures.ts";
import { conversionOf, findMarginRows, toMarginParts } from "./margin-rows.ts";

/**
 * The margins of these accounts in the reporting currency, or else the default one, as `GET /insights/margin` shows
 * them. Leaves out accounts whose running revenue cannot be decided: their margins would seem too low.
 */
export async function marginOfAccounts(
  work: Work,
  accountIds: readonly string[],
  range: DatePeriod,
): Promise<{ currency: string; figures: MarginFigure[] }> {
  const { reportingCurrency, defaultCurrency } = await getOrganization(work.tx);
  const currency = reportingCurrency ?? defaultCurrency;
  const [from, to] = [range.start.toString(), range.end.toString()];
  const grouping = { property: null, isByDay: false, isByProduct: false };
  const selection = { from, to, withTestClocks: true, accountIds, currency, ...grouping };
  const { amounts, undecided } = await findMarginRows(work, selection, range, true);
  const parts = toMarginParts(amounts, "account", to);
  const figures = marginFigures(parts, "account", await conversionOf(work.tx, parts, currency));
  const isUndecided = new Set<string | null>(undecided.map(({ accountId }) => accountId));
  return { currency, figures: figures.filter(({ key }) => !isUndecided.has(key)) };
}
