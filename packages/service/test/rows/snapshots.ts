import type { BuyerSnapshot, SellerSnapshot } from "@counterfoil/storage";
import { organization } from "./organization.ts";

/** Both parties as an invoice of the organization freezes them. */
export const snapshots: { seller: SellerSnapshot; buyer: BuyerSnapshot } = {
  seller: {
    name: "Acme",
    legalName: "Acme GmbH",
    address: null,
    country: "DE",
    taxId: "DE123456789",
    registrationNumber: null,
    email: "billing@acme.example",
    logoUrl: null,
    bankDetails: null,
    brandColor: "#336699",
    documentTemplate: organization().documentTemplate,
    locale: "en-US",
    eInvoicing: false,
  },
  buyer: { name: "Globex", address: null, country: null, taxId: null, email: null },
};
