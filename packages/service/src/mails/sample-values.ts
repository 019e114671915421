import { Decimal } from "@counterfoil/engine";
import type { OrganizationRow } from "@counterfoil/storage";
import { writtenDate } from "../invoices/index.ts";
import type { TemplateValues } from "./fill-template.ts";
import { pictureAddressOf } from "./transfer-picture.ts";
import { writtenAmount } from "./mail-values.ts";

const SAMPLE_TRANSFER = "BCD\n002\n1\nSCT\n\nSample\nDE89370400440532013000\nEUR1249.50\n\n\nINV-2026-00042";

/** The sample values of a preview without an object: realistic values for every placeholder. */
export function sampleValues({ defaultCurrency }: OrganizationRow, locale: string): TemplateValues {
  const amount = (text: string) => writtenAmount(Decimal.of(text), defaultCurrency, locale);
  const day = (date: string) => writtenDate(date, locale);
  return {
    AccountName: "Northwind Traders",
    ContactName: "Ada Byron",
    InvoiceNumber: "INV-2026-00042",
    InvoiceDate: day("2026-02-01"),
    DueDate: day("2026-03-03"),
    BillingPeriod: `${day("2026-01-01")} – ${day("2026-01-31")}`,
    PurchaseOrderNumber: "PO-7781",
    Total: amount("1249.5"),
    AmountDue: amount("1249.5"),
    AmountCredited: "",
    ReceiptNumber: "REC-2026-00017",
    PaymentAmount: amount("1249.5"),
    PaymentDate: day("2026-02-20"),
    PaymentMethod: "IBAN",
    QuoteNumber: "Q-2026-0007",
    ContractName: "Pro",
    ContractStart: day("2026-01-01"),
    ExpiryDate: day("2026-03-03"),
    WebhookUrl: "https://hooks.example.com/counterfoil",
    PayUrl: "https://billing.example.com/invoice/sample",
    LinkExpiryDate: day("2026-06-01"),
    TransferCodeUrl: pictureAddressOf(SAMPLE_TRANSFER),
    QuoteUrl: "https://billing.example.com/quote/sample",
  };
}
