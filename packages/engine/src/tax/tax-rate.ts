import type { Decimal } from "../decimal/decimal.ts";

/**
 * The tax category of a line, by the codes of EN 16931 (UNCL 5305): S standard (also every reduced rate), Z zero-rated,
 * E exempt, AE reverse charge, K intra-community supply of goods, G export, O outside the scope of tax.
 */
export const TAX_CATEGORY_CODES = ["S", "Z", "E", "AE", "K", "G", "O"] as const;
export type TaxCategoryCode = (typeof TAX_CATEGORY_CODES)[number];

/** The tax status that an organization sets for an account. Without one, the account is taxable. */
export const TAX_STATUSES = ["taxable", "exempt", "zero_rated", "reverse_charge"] as const;
export type TaxStatus = (typeof TAX_STATUSES)[number];

/** `none`: no tax. `manual`: the organization's own rates. `table`: its own rates, then those of the built-in table. */
export const TAX_MODES = ["none", "manual", "table"] as const;
export type TaxMode = (typeof TAX_MODES)[number];

/** One tax that applies to a line, or the reason why none applies. */
export interface AppliedTax {
  /** The organization's own rate, or null if the tax comes from the table or from a legal rule. */
  readonly taxRateId: string | null;
  /** The printed name: `VAT`, `GST`, `Reverse charge`. */
  readonly name: string;
  /** A percentage. */
  readonly percentage: Decimal;
  readonly categoryCode: TaxCategoryCode;
  /** Code of the reason in the VATEX list, such as `VATEX-EU-AE`. */
  readonly reasonCode: string | null;
  /** Why no tax is charged, in words. */
  readonly reason: string | null;
  /** Whether the amounts of lines include the tax. */
  readonly inclusive: boolean;
  readonly country: string | null;
  readonly region: string | null;
}

/** A rate of the organization: its criteria, and the tax that applies if they match. Each criterion may be empty. */
export interface TaxRate extends Omit<AppliedTax, "taxRateId"> {
  readonly id: string;
  readonly taxCategory: string | null;
  readonly taxStatus: TaxStatus | null;
  /** Calendar dates, half-open. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** The rate in the form that applies to a line. */
export function applied(rate: TaxRate): AppliedTax {
  const { id, name, percentage, categoryCode, reasonCode, reason, inclusive, country, region } = rate;
  return { taxRateId: id, name, percentage, categoryCode, reasonCode, reason, inclusive, country, region };
}
