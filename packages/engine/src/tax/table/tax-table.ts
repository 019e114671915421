import { Decimal } from "../../decimal/decimal.ts";
import { EXEMPT, noSalesTax, ZERO_RATED } from "../no-tax.ts";
import type { AppliedTax } from "../tax-rate.ts";
import { CANADIAN_GST, HARMONIZED, PROVINCIAL } from "./canadian-rates.ts";
import { type CountryRates, listsFor } from "./country-rates.ts";
import { rateOn } from "./dated-rate.ts";
import { EUROPEAN_RATES } from "./european-rates.ts";
import { INDIAN_RATES, OTHER_RATES } from "./other-rates.ts";
import { STATE_RATES } from "./state-rates.ts";

/** The location where a supply is taxed. */
export interface TaxPlace {
  readonly country: string;
  readonly region: string | null;
}

/** The day up to which the table was verified. */
export const TAX_TABLE_DATE = "2026-01-01";

/**
 * What the built-in table charges at a location on a day (`2024-12-31`) for a product's tax category: one or several
 * taxes, or none if the table does not know the location. `sellerRegion` decides between the two forms of India's tax.
 */
export function tableTaxes(
  place: TaxPlace,
  taxCategory: string | null,
  day: string,
  sellerRegion: string | null,
): AppliedTax[] {
  if (taxCategory === "exempt") return [{ ...EXEMPT, ...place }];
  if (taxCategory === "zero_rated") return [{ ...ZERO_RATED, ...place }];
  switch (place.country) {
    case "US":
      return stateTax(place, day);
    case "CA":
      return canadianTaxes(place, day);
    case "IN":
      return indianTaxes(place, taxCategory, day, sellerRegion);
    default:
      return countryTax(place, taxCategory, day);
  }
}

function countryTax(place: TaxPlace, taxCategory: string | null, day: string): AppliedTax[] {
  const rates = EUROPEAN_RATES[place.country] ?? OTHER_RATES[place.country];
  const percentage = rates && percentageOn(rates, taxCategory, day);
  return rates === undefined || percentage === undefined
    ? []
    : [taxed(rates.name, percentage, { ...place, region: null })];
}

/** Requires a state. The category matters only if it means that nothing is charged. */
function stateTax({ country, region }: TaxPlace, day: string): AppliedTax[] {
  const list = STATE_RATES[region ?? ""];
  const percentage = list === undefined ? null : rateOn(list, day);
  if (region === null || percentage === null) return [];
  return percentage === "0" ? [noSalesTax(country, region)] : [taxed("Sales tax", percentage, { country, region })];
}

/** GST everywhere, HST instead of it, or a provincial tax in addition to it. Without a known province, GST only. */
function canadianTaxes(place: TaxPlace, day: string): AppliedTax[] {
  const harmonized = rateOf(HARMONIZED[place.region ?? ""], day);
  if (harmonized !== null) return [taxed("HST", harmonized, place)];
  const gst = rateOf(CANADIAN_GST, day);
  const provincial = PROVINCIAL[place.region ?? ""];
  const percentage = rateOf(provincial?.rate, day);
  return [
    ...(gst === null ? [] : [taxed("GST", gst, { ...place, region: null })]),
    ...(provincial === undefined || percentage === null ? [] : [taxed(provincial.name, percentage, place)]),
  ];
}

/** Two halves if seller and buyer are in the same state, otherwise one tax at the full rate. */
function indianTaxes(
  place: TaxPlace,
  taxCategory: string | null,
  day: string,
  sellerRegion: string | null,
): AppliedTax[] {
  const percentage = percentageOn(INDIAN_RATES, taxCategory, day);
  if (percentage === undefined) return [];
  if (place.region === null || place.region !== sellerRegion) return [taxed(INDIAN_RATES.name, percentage, place)];
  const half = Decimal.of(percentage).times(Decimal.of("0.5")).toCanonical();
  return [taxed("CGST", half, place), taxed("SGST", half, place)];
}

function percentageOn(rates: CountryRates, taxCategory: string | null, day: string): string | undefined {
  return listsFor(rates, taxCategory).flatMap((list) => rateOn(list, day) ?? [])[0];
}

function rateOf(list: string | undefined, day: string): string | null {
  return list === undefined ? null : rateOn(list, day);
}

function taxed(name: string, percentage: string, { country, region }: TaxPlace): AppliedTax {
  return {
    taxRateId: null,
    name,
    percentage: Decimal.of(percentage),
    categoryCode: "S",
    reasonCode: null,
    reason: null,
    inclusive: false,
    country,
    region,
  };
}
