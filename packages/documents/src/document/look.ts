/** How documents look, independent of their content. An organization decides it once for all its documents. */
export interface DocumentLook {
  readonly layout: DocumentLayout;
  /** Null for the usual paper of the locale's region. */
  readonly paper: "a4" | "letter" | null;
  /** The organization's custom fields, printed after the details of the document. */
  readonly customFields: readonly { readonly label: string; readonly value: string }[];
}

/** `classic` is a letter for a window envelope, `modern` begins with the amount, `compact` fits the most on a page. */
export type DocumentLayout = "classic" | "modern" | "compact";

/** The defaults. */
export const plainLook: DocumentLook = { layout: "modern", paper: null, customFields: [] };
