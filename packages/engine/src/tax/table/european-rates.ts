import type { CountryRates } from "./country-rates.ts";

/**
 * VAT in the European Union and its neighbors, as of 2026-01-01. A rate without a day has applied since 2019-01-01 or
 * earlier.
 *
 * `reduced` is the highest rate below the standard one, `second_reduced` the next, `super_reduced` one below 5%.
 * Luxembourg's parking rate is its first. Mainland rates: for islands and enclaves with other rates (Azores, Madeira,
 * Canary Islands, Corsica, Büsingen, …), the organization creates its own rates.
 *
 * Sources: European Commission, Taxes in Europe Database (TEDB) and "VAT rates applied in the Member States"; HM
 * Revenue & Customs, "VAT rates"; Norwegian Tax Administration, "Rates: value added tax"; Swiss Federal Tax
 * Administration, "Steuersätze".
 */
export const EUROPEAN_RATES: Readonly<Record<string, CountryRates>> = {
  AT: { name: "USt", standard: "20", reduced: "13", second_reduced: "10" },
  BE: { name: "VAT", standard: "21", reduced: "12", second_reduced: "6" },
  BG: { name: "VAT", standard: "20", reduced: "9" },
  CY: { name: "VAT", standard: "19", reduced: "9", second_reduced: "5" },
  // A rate of 12 replaced 15 and 10.
  CZ: {
    name: "DPH",
    standard: "21",
    reduced: "15, 12 from 2024-01-01",
    second_reduced: "10, none from 2024-01-01",
  },
  // The second half of 2020 had lower rates.
  DE: {
    name: "USt",
    standard: "19, 16 from 2020-07-01, 19 from 2021-01-01",
    reduced: "7, 5 from 2020-07-01, 7 from 2021-01-01",
  },
  DK: { name: "Moms", standard: "25" },
  EE: {
    name: "KM",
    standard: "20, 22 from 2024-01-01, 24 from 2025-07-01",
    reduced: "9, 13 from 2025-01-01",
    second_reduced: "none, 5 from 2022-08-01, 9 from 2025-01-01",
  },
  ES: { name: "IVA", standard: "21", reduced: "10", super_reduced: "4" },
  FI: {
    name: "ALV",
    standard: "24, 25.5 from 2024-09-01",
    reduced: "14, 13.5 from 2026-01-01",
    second_reduced: "10",
  },
  FR: { name: "TVA", standard: "20", reduced: "10", second_reduced: "5.5", super_reduced: "2.1" },
  GR: { name: "VAT", standard: "24", reduced: "13", second_reduced: "6" },
  HR: { name: "PDV", standard: "25", reduced: "13", second_reduced: "5" },
  HU: { name: "ÁFA", standard: "27", reduced: "18", second_reduced: "5" },
  IE: {
    name: "VAT",
    standard: "23, 21 from 2020-09-01, 23 from 2021-03-01",
    reduced: "13.5",
    second_reduced: "9",
    super_reduced: "4.8",
  },
  IT: { name: "IVA", standard: "22", reduced: "10", second_reduced: "5", super_reduced: "4" },
  LT: { name: "PVM", standard: "21", reduced: "9, 12 from 2026-01-01", second_reduced: "5" },
  // All but the lowest were one point lower in 2023.
  LU: {
    name: "TVA",
    standard: "17, 16 from 2023-01-01, 17 from 2024-01-01",
    reduced: "14, 13 from 2023-01-01, 14 from 2024-01-01",
    second_reduced: "8, 7 from 2023-01-01, 8 from 2024-01-01",
    super_reduced: "3",
  },
  LV: { name: "PVN", standard: "21", reduced: "12", second_reduced: "5" },
  MT: { name: "VAT", standard: "18", reduced: "7", second_reduced: "5" },
  NL: { name: "Btw", standard: "21", reduced: "9" },
  PL: { name: "VAT", standard: "23", reduced: "8", second_reduced: "5" },
  PT: { name: "IVA", standard: "23", reduced: "13", second_reduced: "6" },
  // A rate of 11 replaced 9 and 5.
  RO: {
    name: "TVA",
    standard: "19, 21 from 2025-08-01",
    reduced: "9, 11 from 2025-08-01",
    second_reduced: "5, none from 2025-08-01",
  },
  SE: { name: "Moms", standard: "25", reduced: "12", second_reduced: "6" },
  SI: { name: "DDV", standard: "22", reduced: "9.5", second_reduced: "none, 5 from 2020-01-01" },
  SK: {
    name: "DPH",
    standard: "20, 23 from 2025-01-01",
    reduced: "10, 19 from 2025-01-01",
    second_reduced: "none, 5 from 2023-01-01",
  },

  GB: { name: "VAT", standard: "20", reduced: "5" },
  NO: {
    name: "MVA",
    standard: "25",
    reduced: "15",
    // 6 from April 2020 to September 2021, because of the pandemic.
    second_reduced: "12, 6 from 2020-04-01, 12 from 2021-10-01",
  },
  CH: {
    name: "MWST",
    standard: "7.7, 8.1 from 2024-01-01",
    reduced: "3.7, 3.8 from 2024-01-01",
    second_reduced: "2.5, 2.6 from 2024-01-01",
  },
};
