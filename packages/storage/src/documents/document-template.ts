/** How an organization's documents look, apart from its color and its logo. */
export interface DocumentTemplate {
  layout: "classic" | "modern" | "compact";
  /** Null for the usual paper of the locale's region. */
  paper: "a4" | "letter" | null;
  /** Whether separate pages list the tiers, fees and packages of usage lines. */
  showUsageDetail: boolean;
  /** Whether separate pages list the usage of each day. Missing in templates frozen before this setting existed. */
  showUsageByDay: boolean;
  /** The footer of documents that have no footer text of their own. */
  footer: string | null;
  /** Printed in the details of every document, in this order. */
  customFields: { label: string; value: string }[];
}
