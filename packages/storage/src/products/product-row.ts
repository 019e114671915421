import type { Row } from "../row.ts";

/** What is sold (R-CAT-1). */
export type ProductRow = Row<"product">;
