import { findProduct, isProductPriced, updateProduct as saveProduct } from "@counterfoil/storage";
import { type Context, transact, type Work } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { productFaults } from "./check-product.ts";
import type { Product, ProductInput } from "./product.ts";
import { requireUnchanged } from "../precondition.ts";

/** The members that define a product. They are fixed once a price for it exists (R-CAT-1). */
const MEANING = ["feeType", "paymentTerms", "billingFrequency"] as const;

/** Changes the given members of a product. */
export function updateProduct(context: Context, id: string, input: ProductInput): Promise<Product> {
  return transact(context, async (work) => {
    const before = await findProduct(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("product", id);
    await requireUnchanged(work, () => before);
    const after = { ...before, ...input, updatedAt: work.clock.now() };
    await refuseNewMeaning(work, before, after);
    refuseFaults(await productFaults(work.tx, after, before));
    await saveProduct(work.tx, after);
    await audit(work, { action: "product.updated", objectId: id, before, after });
    return after;
  });
}

async function refuseNewMeaning(work: Work, before: Product, after: Product): Promise<void> {
  const changed = MEANING.filter((member) => before[member] !== after[member]);
  if (changed.length === 0 || !(await isProductPriced(work.tx, before.id))) return;
  const detail = `The product ${before.id} is in use, so its ${changed.join(", ")} cannot change. Create a new product.`;
  throw new DomainError("state_conflict", detail);
}
