import { transferCode, type InvoiceDocument } from "../../src/index.ts";
import { arabic } from "./arabic.ts";
import { japanese } from "./japanese.ts";
import { long } from "./long.ts";
import { short } from "./short.ts";

export { contract, quote } from "./quote.ts";
export { creditNote } from "./credit-note.ts";
export { receipt } from "./receipt.ts";
export { usageByDay, usageByDayArabic } from "./usage-by-day.ts";
export { arabic, japanese, long, short };

export const draft: InvoiceDocument = {
  ...short,
  number: null,
  status: "draft",
  issueDate: null,
  dueDate: null,
  locale: "de-DE",
};

/** Names and words that barely fit on a page, and all optional details. */
export const longNames: InvoiceDocument = {
  ...short,
  locale: "de-DE",
  seller: {
    ...short.seller,
    name: "Gesellschaft für grenzüberschreitende Rechenzentrumsinfrastruktur und Nachhaltigkeit",
    legalName: "Gesellschaft für grenzüberschreitende Rechenzentrumsinfrastruktur und Nachhaltigkeit mbH & Co. KG",
    brandColor: "#ffd60a",
    bankDetails: [],
  },
  buyer: {
    ...short.buyer,
    name: "Rhein-Main-Donau-Schifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    email: "rechnungseingang.kreditorenbuchhaltung@rhein-main-donau-schifffahrt.example",
  },
  purchaseOrderNumber: "4500012345678901234567890123456789012345",
  lines: [
    ...short.lines,
    {
      kind: "charge",
      description: "Übertragung von Messwerten aus der Verbrauchserfassung sämtlicher angeschlossener Rechenzentren",
      detail: "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      servicePeriod: { start: "2023-12-15", end: "2024-01-15" },
      quantity: "123456789012.123456",
      unitPrice: "0.000000123456",
      amount: "1234567890123.45",
      group: "Sonderleistungen",
    },
  ],
};

export const paid: InvoiceDocument = {
  ...short,
  status: "paid",
  locale: "fr-FR",
  amountPaid: "291.55",
  amountDue: "0.00",
  notes: ["Autoliquidation : la TVA est due par le preneur.", "Aucun escompte pour paiement anticipé."],
};

/** Units and rates on the lines, and all payment details. */
export const payable: InvoiceDocument = {
  ...short,
  deliveredOn: "2024-01-31",
  lines: short.lines.map((line, index) => ({ ...line, unit: ["seats", "calls"][index] ?? null, taxRates: [["19"]] })),
  payment: {
    transferCode: transferCode({
      beneficiary: "Northlight Software GmbH",
      iban: "DE89 3704 0044 0532 0130 00",
      bic: "COBADEFFXXX",
      amount: "291.55",
      remittance: "NL-2024-0042",
    }),
    link: {
      address: "https://billing.northlight.example/invoice/Jw1nSx3QbqkQkz2nUQ1o0y8y5m3X2c0a",
      validUntil: "2024-05-15",
      takesPayments: true,
    },
  },
};

/** The same from right to left. Its account is not in a SEPA country. */
export const payableArabic: InvoiceDocument = {
  ...arabic,
  deliveredOn: "2024-01-31",
  lines: arabic.lines.map((line) => ({ ...line, unit: "مقعد", taxRates: [["15"]] })),
  payment: { transferCode: null, link: payable.payment?.link ?? null },
};

/** More taxes than a page has rows. */
export const manyTaxes: InvoiceDocument = {
  ...short,
  taxes: Array.from({ length: 45 }, (_, index) => ({
    name: `Sales tax of district ${index + 1}`,
    rate: `${index + 1}.5`,
    base: "245.00",
    amount: `${index + 1}.05`,
  })),
};

export const samples: Readonly<Record<string, InvoiceDocument>> = {
  short,
  long,
  arabic,
  japanese,
  draft,
  "long-names": longNames,
  paid,
  payable,
  "payable-arabic": payableArabic,
  "many-taxes": manyTaxes,
};
