import { isEuState } from "./european-union.ts";
import { isAtPlace, isValidOn, mostSpecific, type TaxQuestion } from "./match-rates.ts";
import {
  EXEMPT,
  EXPORT,
  INTRA_COMMUNITY,
  OUTSIDE_SCOPE,
  REVERSE_CHARGE,
  REVERSE_CHARGE_ELSEWHERE,
  ZERO_RATED,
} from "./no-tax.ts";
import { tableTaxes } from "./table/tax-table.ts";
import { isEuVatId } from "./tax-id/check-tax-id.ts";
import { applied, type AppliedTax, type TaxStatus } from "./tax-rate.ts";
import { decidesTax, type PriceTax, settledTerms, type TaxTerms, type Treatment } from "./tax-terms.ts";

/**
 * The taxes of a supply on a day. The first rule that gives a result applies (R-INV-6):
 *
 * 1. the account's tax status, with the texts of an own rate for that status if there is one;
 * 2. the rates that the account names (before those of the price);
 * 3. reverse charge or intra-community supply between two states of the European Union;
 * 4. the rates that the price names for the buyer's location;
 * 5. the most specific of the organization's own rates;
 * 6. export, for a buyer in another country than the seller;
 * 7. the built-in table, if the organization has enabled it.
 */
export function chooseTaxes(terms: TaxTerms, price: PriceTax, day: string): Treatment {
  if (!decidesTax(terms)) return [];
  const settled = settledTerms(terms);
  const { seller, buyer, rates } = settled;
  const status = buyer.status ?? "taxable";
  const question: TaxQuestion = { ...place(settled), taxCategory: price.taxCategory, status, day };
  const valid = rates.filter((rate) => isValidOn(rate, day));
  const ofPrice = valid.filter((rate) => price.taxRateIds.includes(rate.id) && isAtPlace(rate, question)).map(applied);
  const ofAccount = valid.filter((rate) => buyer.taxRateIds.includes(rate.id)).map(applied);
  const answers: (() => Treatment)[] = [
    () => statusTaxes(settled, question),
    () => (ofAccount.length > 0 && ofPrice.length > 0 ? ofPrice : ofAccount),
    () => (owesTaxItself(settled) ? [isGoods(price) ? INTRA_COMMUNITY : REVERSE_CHARGE] : []),
    () => ofPrice,
    () => mostSpecific(rates, question).map(applied),
    () => exportOf(settled),
    () => (settled.mode === "table" ? ofTable(settled, price, day, seller.region) : []),
  ];
  for (const answer of answers) {
    const taxes = answer();
    if (taxes.length > 0) return taxes;
  }
  return [];
}

function place({ buyer: { country, region } }: TaxTerms): Pick<TaxQuestion, "country" | "region"> {
  return { country, region };
}

/**
 * The taxes of an account with a special tax status: from an own rate for that status, otherwise from the status alone.
 */
function statusTaxes({ seller, rates }: TaxTerms, question: TaxQuestion): AppliedTax[] {
  if (question.status === "taxable") return [];
  const own = mostSpecific(
    rates.filter((rate) => rate.taxStatus === question.status),
    question,
  );
  return own.length > 0 ? own.map(applied) : [taxOfStatus(question.status, seller.country)];
}

function taxOfStatus(status: Exclude<TaxStatus, "taxable">, sellerCountry: string | null): AppliedTax {
  switch (status) {
    case "exempt":
      return EXEMPT;
    case "zero_rated":
      return ZERO_RATED;
    case "reverse_charge":
      return isEuState(sellerCountry) ? REVERSE_CHARGE : REVERSE_CHARGE_ELSEWHERE;
  }
}

/** A business in another member state, identified by a well-formed VAT ID, owes the tax itself. */
function owesTaxItself({ seller, buyer }: TaxTerms): boolean {
  return isEuState(seller.country) && seller.country !== buyer.country && isEuVatId(buyer.country, buyer.taxId);
}

/** Products whose tax category is `goods` or begins with `goods_` are goods; everything else is a service. */
function isGoods({ taxCategory }: PriceTax): boolean {
  return taxCategory === "goods" || (taxCategory?.startsWith("goods_") ?? false);
}

/** Out of the seller's country, or out of the European Union if the seller is in it. */
function exportOf({ seller, buyer }: TaxTerms): AppliedTax[] {
  if (seller.country === null || seller.country === buyer.country) return [];
  if (!isEuState(seller.country)) return [OUTSIDE_SCOPE];
  return isEuState(buyer.country) ? [] : [EXPORT];
}

/** In the seller's country, and in the customer's country within the European Union. */
function ofTable(
  { buyer }: TaxTerms,
  { taxCategory }: PriceTax,
  day: string,
  sellerRegion: string | null,
): AppliedTax[] {
  const { country, region } = buyer;
  return country === null ? [] : tableTaxes({ country, region }, taxCategory, day, sellerRegion);
}
