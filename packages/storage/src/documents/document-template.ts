/** How an organization's documents look, beside its colour and its logo. */
export interface DocumentTemplate {
  layout: "classic" | "modern" | "compact";
  /** Null: what the region of the locale prints on. */
  paper: "a4" | "letter" | null;
  /** Whether the tiers, fees and packages behind usage lines are listed on pages of their own. */
  showUsageDetail: boolean;
  /** Whether what was used on each day is listed on pages of its own; missing in what was frozen before it could be chosen. */
  showUsageByDay: boolean;
  /** At the foot of documents that have no text of their own there. */
  footer: string | null;
  /** Printed among the particulars of every document, in this order. */
  customFields: { label: string; value: string }[];
}
