/**
 * ISO 4217, list one, as of 2026-01-01: the active currencies and fund codes that have minor units, by their number.
 *
 * Maintained manually because available tables are wrong or outdated: `Intl` says that the forint has no minor units.
 * Changes since 2023 that are included: EUR replaced HRK and BGN, SLE replaced SLL, ZWG replaced ZWL, XCG replaced ANG;
 * CUC is withdrawn; VED and XAD are new.
 */
export const currencyTableDate = "2026-01-01";

const codesByMinorUnits: readonly (readonly [minorUnits: number, codes: string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
     COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
     INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
     MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
     STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

/** Minor units by ISO 4217 code: EUR → 2, JPY → 0. */
export const minorUnitsByCurrency: ReadonlyMap<string, number> = new Map(
  codesByMinorUnits.flatMap(([minorUnits, codes]) => codes.split(/\s+/).map((code) => [code, minorUnits] as const)),
);
