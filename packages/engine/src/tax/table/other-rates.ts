import type { CountryRates } from "./country-rates.ts";

/**
 * GST and consumption tax, as of 2026-01-01. A rate without a day has applied since 2019-01-01 or earlier.
 *
 * Sources: Australian Taxation Office, "GST"; Japan, National Tax Agency, "Consumption tax"; India, GST Council and
 * Central Board of Indirect Taxes and Customs, rate notifications (services and most goods: 18; the 12% slab ended on
 * 2025-09-22).
 */
export const OTHER_RATES: Readonly<Record<string, CountryRates>> = {
  AU: { name: "GST", standard: "10" },
  JP: { name: "Consumption tax", standard: "8, 10 from 2019-10-01", reduced: "none, 8 from 2019-10-01" },
};

/**
 * India's total rates. Within a state they are split in two halves (CGST and SGST); between states there is one tax
 * (IGST).
 */
export const INDIAN_RATES: CountryRates = {
  name: "IGST",
  standard: "18",
  reduced: "12, none from 2025-09-22",
  second_reduced: "5",
};
