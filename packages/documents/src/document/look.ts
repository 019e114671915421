/** How a document is drawn, whatever it says: what an organization decides once for all that it sends. */
export interface DocumentLook {
  readonly layout: DocumentLayout;
  /** Null: what the locale's region has in its printers. */
  readonly paper: "a4" | "letter" | null;
  /** The organization's own particulars, printed after those of the document. */
  readonly customFields: readonly { readonly label: string; readonly value: string }[];
}

/** `classic` is a letter for a window envelope, `modern` leads with the amount, `compact` puts most on a page. */
export type DocumentLayout = "classic" | "modern" | "compact";

/** The defaults. */
export const plainLook: DocumentLook = { layout: "modern", paper: null, customFields: [] };
