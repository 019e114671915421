import { Buffer } from "node:buffer";
import type { OrganizationInput } from "@counterfoil/service";
import { GRACE_HOURS } from "./schedule.ts";

/** The logo of the demo seller: three rising steps. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 208 48" width="208" height="48">
<rect x="0" y="26" width="11" height="18" rx="3" fill="#0f766e" opacity=".45"/>
<rect x="15" y="15" width="11" height="29" rx="3" fill="#0f766e" opacity=".7"/>
<rect x="30" y="4" width="11" height="40" rx="3" fill="#0f766e"/>
<path d="M56 10v28M56 24c0-5 3.500-8 8-8s8 3.500 8 11-3.500 11-8 11-8-3-8-8" fill="none" stroke="#134e4a" stroke-width="4" stroke-linecap="round"/>
<path d="M82 38V18M82 26c0-6 4-9 9-9" fill="none" stroke="#134e4a" stroke-width="4" stroke-linecap="round"/>
<path d="M100 18v20M100 9v1" fill="none" stroke="#134e4a" stroke-width="4" stroke-linecap="round"/>
<path d="M112 38V18M112 26c0-6 4-9 8-9s8 3 8 9v12" fill="none" stroke="#134e4a" stroke-width="4" stroke-linecap="round"/>
<path d="M139 27h16c0-6-3-10-8-10s-8 4-8 10.500 3.500 10.500 8.500 10.500c3 0 5-1 7-3" fill="none" stroke="#134e4a" stroke-width="4" stroke-linecap="round"/>
</svg>`;

/** The demo seller, a business that sells an analytics product to other businesses. Invented, like its numbers. */
export const seller: OrganizationInput & { name: string; sandbox: true } = {
  name: "Brine Analytics",
  legalName: "Brine Analytics GmbH",
  address: { line1: "Torstraße 140", line2: "Aufgang C", city: "Berlin", postalCode: "10119" },
  country: "DE",
  taxId: "DE812345676",
  registrationNumber: "HRB 198231 B, Amtsgericht Charlottenburg",
  email: "billing@brine-analytics.example",
  logoUrl: `data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}`,
  bankDetails: "Bank: Beispielbank Berlin\nIBAN: DE89 3704 0044 0532 0130 00\nBIC: BEISDEFFXXX",
  timezone: "Europe/Berlin",
  defaultCurrency: "EUR",
  locale: "en-GB",
  invoiceNumberPrefix: "BA",
  graceHours: GRACE_HOURS,
  defaultPaymentTerms: "net_30",
  // German VAT at home; none for businesses elsewhere in the EU, which have a tax ID.
  taxMode: "table",
  brandColor: "#0f766e",
  sandbox: true,
};
