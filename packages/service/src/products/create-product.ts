import { insertProduct, type ProductRow } from "@counterfoil/storage";
import { claimCatalogKey } from "../catalog-keys/index.ts";
import { type Context, transact } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { productFaults } from "./check-product.ts";
import type { Product, ProductInput } from "./product.ts";

/** Creates a product. By default it is recurring. A fixed product is paid in advance, a metered one in arrears. */
export function createProduct(
  context: Context,
  input: ProductInput & Required<Pick<ProductInput, "name" | "feeType">>,
): Promise<Product> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const product: ProductRow = {
      id: work.ids.next("prod"),
      description: null,
      sku: null,
      paymentTerms: input.feeType === "metered" ? "arrears" : "advance",
      billingFrequency: "recurring",
      metricIds: [],
      unitLabel: null,
      taxCategory: null,
      ...input,
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    refuseFaults(await productFaults(work.tx, product));
    await insertProduct(work.tx, product);
    await audit(work, { action: "product.created", objectId: product.id, after: product });
    await claimCatalogKey(work, "product", product.id);
    return product;
  });
}
