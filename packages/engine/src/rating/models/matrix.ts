import { invariant } from "../../assertions.ts";
import { Decimal } from "../../decimal/decimal.ts";
import { moneyToWire, whenAllRead, whenComplete, type Wire } from "../../wire/wire.ts";
import { ratableQuantity, ratingOf, type Rating } from "../rating.ts";
import { unitPriceStep, unpricedStep } from "../step.ts";
import type { CombinationUsage, Usage } from "../usage.ts";

/**
 * For each combination of property values: quantity × its price, or the default price. With region=eu at 0.02 and a
 * default of 0.03, 100 in eu and 10 in us cost 100 × 0.02 + 10 × 0.03 = 2.30.
 */
export interface MatrixModel {
  readonly type: "matrix";
  /** The names of the event properties that select the price. */
  readonly dimensions: readonly string[];
  readonly cells: readonly MatrixCell[];
  /** Null: a combination without a cell is not charged, and the rating notes it. */
  readonly defaultPricePerUnit: Decimal | null;
}

export interface MatrixCell {
  /** One property value for each dimension. */
  readonly values: Readonly<Record<string, string>>;
  readonly pricePerUnit: Decimal;
}

const maximumDimensions = 10;
const maximumCells = 10_000;
const maximumTextLength = 255;

export function parseMatrix(wire: Wire): MatrixModel | undefined {
  if (!wire.isObjectOf(["dimensions", "cells", "defaultPricePerUnit"])) return undefined;
  const defaultPrice = wire.member("defaultPricePerUnit");
  const dimensions = readDimensions(wire.member("dimensions"));
  return whenComplete<MatrixModel>({
    type: "matrix",
    dimensions,
    cells: readCells(wire.member("cells"), dimensions),
    defaultPricePerUnit: defaultPrice.isAbsent() ? null : defaultPrice.money(),
  });
}

export function matrixToWire(model: MatrixModel): object {
  return {
    dimensions: model.dimensions,
    cells: model.cells.map(({ values, pricePerUnit }) => ({ values, pricePerUnit: moneyToWire(pricePerUnit) })),
    defaultPricePerUnit: model.defaultPricePerUnit === null ? null : moneyToWire(model.defaultPricePerUnit),
  };
}

/**
 * The negative quantity of a combination is rated as 0 (R-RATE-3), separately from the others. The rated quantity is
 * the sum over all combinations.
 */
export function rateMatrix(model: MatrixModel, usage: Usage): Rating {
  invariant(usage.combinations !== undefined, "a matrix price is rated from the quantity of each combination");
  const prices = new Map(model.cells.map((cell) => [combinationKey(model, cell.values), cell.pricePerUnit]));
  const rated = usage.combinations.map((combination) => rateCombination(model, prices, combination));
  return ratingOf(
    { quantity: Decimal.sum(rated.map((combination) => combination.quantity)), steps: [], notes: [] },
    rated.flatMap((combination) => combination.steps),
    rated.flatMap((combination) => combination.notes),
  );
}

function rateCombination(
  model: MatrixModel,
  prices: ReadonlyMap<string, Decimal>,
  { values, quantity: measured }: CombinationUsage,
): Rating {
  const label = combinationLabel(model, values);
  const ratable = ratableQuantity(measured, `quantity for ${label}`);
  const price = prices.get(combinationKey(model, values)) ?? model.defaultPricePerUnit;
  if (price !== null) return ratingOf(ratable, [unitPriceStep(label, ratable.quantity, price)]);
  const detail = `There is no price for ${label}: ${ratable.quantity.toCanonical()} are not charged.`;
  return ratingOf(ratable, [unpricedStep(label, ratable.quantity)], [{ code: "unpriced_combination", detail }]);
}

/** The values in the order of the dimensions. A missing value differs from every text. */
function combinationKey({ dimensions }: MatrixModel, values: Readonly<Record<string, string>>): string {
  return JSON.stringify(dimensions.map((dimension) => valueOf(values, dimension) ?? null));
}

function combinationLabel({ dimensions }: MatrixModel, values: Readonly<Record<string, string>>): string {
  return dimensions.map((dimension) => `${dimension}=${valueOf(values, dimension) ?? "(none)"}`).join(", ");
}

function valueOf(values: Readonly<Record<string, string>>, dimension: string): string | undefined {
  return Object.hasOwn(values, dimension) ? values[dimension] : undefined;
}

function readDimensions(wire: Wire): string[] | undefined {
  const dimensions = wire.distinctTexts(maximumDimensions, maximumTextLength);
  return dimensions?.length === 0 ? wire.refuse("empty", "At least one dimension is required.") : dimensions;
}

/** Without readable dimensions, cells cannot be checked. */
function readCells(wire: Wire, dimensions: readonly string[] | undefined): MatrixCell[] | undefined {
  const elements = wire.elements(maximumCells);
  if (elements === undefined || dimensions === undefined) return undefined;
  const seen = new Set<string>();
  const cells = elements.map((element) => {
    if (!element.isObjectOf(["values", "pricePerUnit"])) return undefined;
    const cell = whenComplete<MatrixCell>({
      values: readValues(element.member("values"), dimensions),
      pricePerUnit: element.member("pricePerUnit").money(),
    });
    if (cell === undefined) return undefined;
    const key = JSON.stringify(dimensions.map((dimension) => cell.values[dimension]));
    if (seen.has(key))
      return element
        .member("values")
        .refuse("duplicate", "This combination already has a price. List each combination once.");
    seen.add(key);
    return cell;
  });
  return whenAllRead(cells);
}

function readValues(wire: Wire, dimensions: readonly string[]): Record<string, string> | undefined {
  if (!wire.isObjectOf(dimensions)) return undefined;
  const values = dimensions.map((name) => [name, wire.member(name).text(maximumTextLength)] as const);
  // Built from entries, so that a dimension named `__proto__` is a member like any other.
  return whenComplete<Record<string, string>>(Object.fromEntries(values));
}
