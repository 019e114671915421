/**
 * Canada: the federal GST, and what a province adds to it or puts in its place, as of 2026-01-01.
 *
 * Sources: Canada Revenue Agency, "GST/HST rates"; Revenu Québec, "QST"; British Columbia, "PST"; Saskatchewan, "PST";
 * Manitoba, "Retail sales tax".
 */
export const CANADIAN_GST = "5";

/** Provinces with a harmonized tax, which holds the federal part. */
export const HARMONIZED: Readonly<Record<string, string>> = {
  NB: "15",
  NL: "15",
  NS: "15, 14 from 2025-04-01",
  ON: "13",
  PE: "15",
};

/** Provinces with a tax of their own beside GST, both on the price without tax. Elsewhere there is GST alone. */
export const PROVINCIAL: Readonly<Record<string, { readonly name: string; readonly rate: string }>> = {
  BC: { name: "PST", rate: "7" },
  // Manitoba's fell from 8.
  MB: { name: "RST", rate: "8, 7 from 2019-07-01" },
  QC: { name: "QST", rate: "9.975" },
  SK: { name: "PST", rate: "6" },
};
