import type { Decimal } from "../decimal/decimal.ts";

/**
 * What kind of tax a line is under, by the codes of EN 16931 (UNCL 5305): S standard (also every reduced rate), Z zero-rated,
 * E exempt, AE reverse charge, K intra-community supply of goods, G export, O outside the scope of tax.
 */
export const TAX_CATEGORY_CODES = ["S", "Z", "E", "AE", "K", "G", "O"] as const;
export type TaxCategoryCode = (typeof TAX_CATEGORY_CODES)[number];

/** What an organization says about the tax of an account; nothing said is taxable. */
export const TAX_STATUSES = ["taxable", "exempt", "zero_rated", "reverse_charge"] as const;
export type TaxStatus = (typeof TAX_STATUSES)[number];

/** `none`: no tax at all. `manual`: the organization's own rates. `table`: its own rates, else those of the built-in table. */
export const TAX_MODES = ["none", "manual", "table"] as const;
export type TaxMode = (typeof TAX_MODES)[number];

/** One tax as it applies to a line, or the reason why there is none. */
export interface AppliedTax {
  /** The organization's own rate, or null where the table or a rule of law says it. */
  readonly taxRateId: string | null;
  /** As it is printed: `VAT`, `GST`, `Reverse charge`. */
  readonly name: string;
  /** Per cent. */
  readonly percentage: Decimal;
  readonly categoryCode: TaxCategoryCode;
  /** Code of the reason in the VATEX list, such as `VATEX-EU-AE`. */
  readonly reasonCode: string | null;
  /** Why nothing is charged, in words. */
  readonly reason: string | null;
  /** Whether the amounts of lines hold the tax already. */
  readonly inclusive: boolean;
  readonly country: string | null;
  readonly region: string | null;
}

/** A rate of the organization: what it asks for, and what applies then. Each criterion may be left open. */
export interface TaxRate extends Omit<AppliedTax, "taxRateId"> {
  readonly id: string;
  readonly taxCategory: string | null;
  readonly taxStatus: TaxStatus | null;
  /** Calendar dates, half-open. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** The rate as it applies to a line. */
export function applied(rate: TaxRate): AppliedTax {
  const { id, name, percentage, categoryCode, reasonCode, reason, inclusive, country, region } = rate;
  return { taxRateId: id, name, percentage, categoryCode, reasonCode, reason, inclusive, country, region };
}
