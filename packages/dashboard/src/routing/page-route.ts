import type { ComponentType } from "react";
import type { Scope } from "../server/session.ts";

/** The path of a page and the page itself, which is loaded when a user opens it. */
export interface PageRoute {
  /** Relative to /app: `/invoices/$invoiceId`. */
  readonly path: string;
  readonly page: () => Promise<ComponentType>;
  /** The scope without which the server refuses everything on the page. Others see which roles have it. */
  readonly scope?: Scope;
  /** Starts reading the page's first data while its script loads. */
  readonly begin?: () => void;
}
