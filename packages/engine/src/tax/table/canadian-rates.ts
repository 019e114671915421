/**
 * Canada: the federal GST, and the provincial taxes that are added to it or replace it, as of 2026-01-01.
 *
 * Sources: Canada Revenue Agency, "GST/HST rates"; Revenu Québec, "QST"; British Columbia, "PST"; Saskatchewan, "PST";
 * Manitoba, "Retail sales tax".
 */
export const CANADIAN_GST = "5";

/** Provinces with a harmonized tax, which includes the federal part. */
export const HARMONIZED: Readonly<Record<string, string>> = {
  NB: "15",
  NL: "15",
  NS: "15, 14 from 2025-04-01",
  ON: "13",
  PE: "15",
};

/** Provinces with a separate tax in addition to GST, both on the price without tax. Other provinces have GST only. */
export const PROVINCIAL: Readonly<Record<string, { readonly name: string; readonly rate: string }>> = {
  BC: { name: "PST", rate: "7" },
  // Manitoba's rate was 8 before.
  MB: { name: "RST", rate: "8, 7 from 2019-07-01" },
  QC: { name: "QST", rate: "9.975" },
  SK: { name: "PST", rate: "6" },
};
