import { useCatalogue } from "./price-queries.ts";

/** The name of a price's product. */
export function PriceName({ id }: { readonly id: string }) {
  const { prices, products } = useCatalogue([id]);
  const price = prices.get(id);
  return <>{(price && products.get(price.productId)?.name) ?? "…"}</>;
}
