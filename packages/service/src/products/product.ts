import type { ProductRow } from "@counterfoil/storage";

export type Product = ProductRow;

/** What a caller writes of a product. */
export type ProductInput = Partial<Omit<ProductRow, "id" | "archivedAt" | "createdAt" | "updatedAt">>;
