import type { ProductRow } from "@counterfoil/storage";

export type Product = ProductRow;

/** The members of a product that a caller can set. */
export type ProductInput = Partial<Omit<ProductRow, "id" | "archivedAt" | "createdAt" | "updatedAt">>;
