import {
  type CountedShare,
  Decimal,
  decidesTax,
  decideTax,
  formatAmount,
  type LinePart,
  type PriceTax,
  type TaxableLine,
  type TaxedLines,
  type TaxRate,
  type TaxTerms,
} from "@counterfoil/engine";
import {
  type AccountRow,
  findAccountsById,
  findPrices,
  findProducts,
  findTaxRates,
  getOrganization,
  type InvoiceLineRow,
  type InvoiceRow,
  type OrganizationRow,
  type StoredBasis,
  type TaxRateRow,
  type Tx,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type WrittenInvoice, writtenInvoice } from "../invoices/index.ts";
import { percentageOf } from "../billing/index.ts";
import { linePartsOf, readCorrectedTaxes } from "./corrected-taxes.ts";
import { readLimitedTaxes } from "./limited-taxes.ts";

/**
 * Decides the tax of drafts from their lines (R-INV-6): by rate on the invoice, by share on each line, and from them
 * subtotal, tax and total. Leaves the drafts unchanged if no taxes are configured. Writes nothing.
 */
export async function taxInvoices(tx: Tx, drafts: readonly WrittenInvoice[]): Promise<WrittenInvoice[]> {
  if (drafts.length === 0) return [];
  const [organization, rateRows] = await Promise.all([getOrganization(tx), findTaxRates(tx)]);
  const rates = rateRows.map(toTaxRate);
  const isTaxed = decidesTax({ mode: organization.taxMode, rates });
  const corrected = await readCorrectedTaxes(
    tx,
    drafts.flatMap(({ lines }) => lines),
  );
  const limited = await readLimitedTaxes(tx, drafts);
  const followsTaxed = (line: InvoiceLineRow) =>
    [...(corrected(line) ?? []), ...(limited(line) ?? [])].some(({ taxes }) => taxes.length > 0);
  const open = drafts.filter(
    ({ invoice: { taxes }, lines }) => isTaxed || (taxes ?? null) !== null || lines.some(followsTaxed),
  );
  if (open.length === 0) return [...drafts];
  const accountOf = await findBuyers(tx, open);
  const priceTax = await findPriceTaxes(
    tx,
    open.flatMap(({ lines }) => lines),
  );
  // What is given back of a draft decided earlier has the taxes just decided for that draft.
  const decided = new Map<string, LinePart[]>();
  return drafts.map((draft) => {
    if (!open.includes(draft)) return draft;
    const { invoice, lines, parties } = draft;
    const terms = taxTerms(organization, accountOf(draft), rates);
    const on = Temporal.PlainDate.from(invoice.billingDate);
    const taxable = lines.map((line) => ({
      ...toTaxableLine(line),
      corrects: corrected(line, decided),
      billed: limited(line, decided),
    }));
    const taxed = decideTax(taxable, { terms, currency: invoice.currency, on, priceTax });
    const says = isTaxed || taxed.taxes.length > 0;
    const written = writtenInvoice(withTaxes(invoice, taxed, says), withLineTaxes(lines, taxed, says), parties);
    for (const { id, amount, taxes = null } of written.lines) {
      decided.set(id, linePartsOf({ amount, taxes, invoiceTaxes: written.invoice.taxes ?? null }));
    }
    return written;
  });
}

/** The account of each draft. Reads only accounts that are not loaded yet. */
async function findBuyers(tx: Tx, drafts: readonly WrittenInvoice[]): Promise<(draft: WrittenInvoice) => AccountRow> {
  const unknown = drafts.flatMap(({ invoice, parties }) => (parties === undefined ? [invoice.accountId] : []));
  const read = new Map((await findAccountsById(tx, [...new Set(unknown)])).map((account) => [account.id, account]));
  return ({ invoice, parties }) => {
    const account = parties?.account ?? read.get(invoice.accountId);
    if (account === undefined) throw new Error(`invoice ${invoice.id} has no account`);
    return account;
  };
}

/** The tax settings of prices and products. A line without either has ordinary tax. */
async function findPriceTaxes(
  tx: Tx,
  lines: readonly InvoiceLineRow[],
): Promise<(line: Pick<TaxableLine, "priceId" | "productId">) => PriceTax> {
  const prices = new Map(
    (await findPrices(tx, distinct(lines.map(({ priceId }) => priceId)))).map((one) => [one.id, one]),
  );
  const free = lines.filter(({ priceId }) => priceId === null).map(({ productId }) => productId);
  const products = new Map((await findProducts(tx, distinct(free))).map((product) => [product.id, product]));
  return ({ priceId, productId }) => {
    const price = prices.get(priceId ?? "");
    const product = price?.product ?? products.get(productId ?? "");
    return { taxCategory: product?.taxCategory ?? null, taxRateIds: price?.taxRateIds ?? [] };
  };
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

/** What decides the taxes of an account. */
export function taxTerms(organization: OrganizationRow, account: AccountRow, rates: readonly TaxRate[]): TaxTerms {
  const { taxMode: mode, country, address, taxId } = organization;
  return {
    mode,
    rates,
    seller: { country, region: address?.state ?? null, taxId },
    buyer: {
      country: account.taxCountry,
      region: account.billingAddress?.state ?? null,
      taxId: account.taxId,
      status: account.taxStatus,
      taxRateIds: account.taxRateIds,
    },
  };
}

/** A stored rate as the engine applies it. */
export function toTaxRate({
  archivedAt: _archived,
  createdAt: _created,
  updatedAt: _updated,
  ...rate
}: TaxRateRow): TaxRate {
  return { ...rate, percentage: Decimal.of(rate.percentage) };
}

function toTaxableLine(line: InvoiceLineRow): TaxableLine {
  const { kind, priceId, productId, adjustmentId, scopePriceIds = null, countedInterval, amount } = line;
  const service = { start: Temporal.PlainDate.from(line.periodStart), end: Temporal.PlainDate.from(line.periodEnd) };
  const countedOn = Temporal.PlainDate.from(line.countedOn);
  const taxable = { kind, priceId, productId, adjustmentId, scopePriceIds, service, countedOn, countedInterval };
  return { ...taxable, amount: Decimal.of(amount), percentage: percentageOf(line), counted: countedByLimit(line) };
}

/** For a spend limit: the lines of the invoice by which it was decided. */
function countedByLimit({ kind, explanation: { basis } }: InvoiceLineRow): TaxableLine["counted"] {
  if (basis?.kind !== "adjustment" || (kind !== "minimum" && kind !== "maximum")) return undefined;
  const { positions, shares } = basis as StoredBasis & { positions: number[]; shares?: (CountedShare | null)[] };
  return positions.map((position, index) => ({ position, share: shares?.[index] ?? null }));
}

function withTaxes(invoice: InvoiceRow, taxed: TaxedLines, says: boolean): InvoiceRow {
  const money = (amount: Decimal) => formatAmount({ amount, currency: invoice.currency });
  const taxes = taxed.taxes.map((tax) => ({
    ...tax,
    percentage: tax.percentage.toCanonical(),
    base: money(tax.base),
    amount: money(tax.amount),
  }));
  const { subtotal, tax, total } = taxed;
  return { ...invoice, subtotal: money(subtotal), tax: money(tax), total: money(total), taxes: says ? taxes : null };
}

function withLineTaxes(lines: readonly InvoiceLineRow[], taxed: TaxedLines, says: boolean): InvoiceLineRow[] {
  return lines.map((line, place) => {
    const parts = taxed.lines[place] ?? [];
    const taxes = parts.map(({ amount, taxes: shares }) => ({
      amount: amount.toString(),
      taxes: shares.map((share) => ({
        index: share.index,
        base: share.base.toString(),
        amount: share.amount.toString(),
      })),
    }));
    return { ...line, taxes: says ? taxes : null };
  });
}
