import { type BundleRow, findPrices, type PriceWithProduct, type ProductRow, type Tx } from "@counterfoil/storage";
import { type Price, type PriceInput, toPrice } from "../prices/index.ts";

/** A price in a bundle: with its product instead of the product's ID, and without links to other prices. */
export interface BundledPrice extends Omit<Price, "productId" | "replacesPriceId" | "replacedByPriceId"> {
  product: BundledProduct;
}

export interface BundledProduct extends Pick<
  ProductRow,
  "id" | "name" | "description" | "billingFrequency" | "paymentTerms"
> {
  pricingModelType: Price["type"];
}

/** A bundle as the API shows it. */
export interface Bundle {
  id: string;
  name: string;
  description: string | null;
  prices: BundledPrice[];
  archivedAt: string | null;
}

/** What a caller writes of a bundle. Its prices are those of `priceIds`, then those of `prices`. */
export interface BundleInput {
  name?: string;
  description?: string | null;
  priceIds?: string[];
  /** Existing prices, by their `id`, or new prices, which are created with the bundle. */
  prices?: (PriceInput & { id?: string })[];
}

/** Rows → resources, in a fixed number of statements for any number of bundles. */
export async function toBundles(tx: Tx, rows: readonly BundleRow[]): Promise<Bundle[]> {
  const prices = await findPrices(
    tx,
    rows.flatMap((row) => row.priceIds),
  );
  const priceOf = new Map(prices.map((price) => [price.id, toBundledPrice(price)]));
  return rows.map(({ id, name, description, priceIds, archivedAt }) => {
    return { id, name, description, prices: priceIds.flatMap((priceId) => priceOf.get(priceId) ?? []), archivedAt };
  });
}

/** One row → its resource. */
export async function toBundle(tx: Tx, row: BundleRow): Promise<Bundle> {
  const [bundle] = await toBundles(tx, [row]);
  if (bundle === undefined) throw new Error(`the bundle ${row.id} was lost on the way`);
  return bundle;
}

function toBundledPrice(row: PriceWithProduct): BundledPrice {
  const { productId: _productId, replacesPriceId: _old, replacedByPriceId: _new, ...price } = toPrice(row);
  const { id, name, description, billingFrequency, paymentTerms } = row.product;
  return { ...price, product: { id, name, description, billingFrequency, paymentTerms, pricingModelType: row.type } };
}
