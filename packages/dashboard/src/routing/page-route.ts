import type { ComponentType } from "react";

/** Where a page is, and the page itself, which is loaded when somebody goes there. */
export interface PageRoute {
  /** Below /app: `/invoices/$invoiceId`. */
  readonly path: string;
  readonly page: () => Promise<ComponentType>;
  /** Reads ahead what it asks for first, while its script is loaded. */
  readonly begin?: () => void;
}
