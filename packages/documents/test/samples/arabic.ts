import type { InvoiceDocument } from "../../src/index.ts";
import { short } from "./short.ts";

/** Right to left, with Latin names and an Arabic description in the same lines. */
export const arabic: InvoiceDocument = {
  ...short,
  number: "INV-2024-0311",
  locale: "ar-SA",
  currency: "SAR",
  seller: {
    ...short.seller,
    name: "نورلايت",
    legalName: "شركة نورلايت للبرمجيات المحدودة",
    address: ["طريق الملك فهد 7712", "الرياض 12333"],
    country: "SA",
    taxId: "310123456700003",
    registration: "سجل تجاري 1010123456",
    bankDetails: [
      { label: "البنك", value: "البنك الأهلي السعودي" },
      { label: "IBAN", value: "SA03 8000 0000 6080 1016 7519" },
    ],
    brandColor: "#7a3ff2",
  },
  buyer: {
    name: "Acme Trading, Inc.",
    address: ["شارع التحلية، مبنى 4 (الطابق 2)", "جدة 23453"],
    country: "SA",
    taxId: "300987654300003",
    email: "ap@acme.example",
  },
  lines: [
    {
      ...line("خطة الفريق", "5 مقاعد", "5", "39.00", "195.00"),
      servicePeriod: { start: "2024-02-01", end: "2024-03-01" },
    },
    line("API calls (v2)", "12,500 calls, 10,000 included.", "2500", "0.03", "75.00"),
    line("تخزين الملفات S3 في منطقة Riyadh-1", "1.5 TB", "1500", "0.0125", "18.75"),
    { ...line("خصم الإطلاق", null, null, null, "-25.00"), kind: "adjustment" },
  ],
  subtotal: "263.75",
  taxes: [{ name: "ضريبة القيمة المضافة", rate: "15", base: "263.75", amount: "39.56" }],
  total: "303.31",
  amountDue: "303.31",
  memo: "شكرًا لاختياركم نورلايت.",
  footer: "شركة نورلايت للبرمجيات المحدودة · الرياض",
  paymentTerms: "يُستحق الدفع خلال 14 يومًا",
};

function line(
  description: string,
  detail: string | null,
  quantity: string | null,
  unitPrice: string | null,
  amount: string,
): InvoiceDocument["lines"][number] {
  return {
    kind: "charge",
    description,
    detail,
    servicePeriod: { start: "2024-01-01", end: "2024-02-01" },
    quantity,
    unitPrice,
    amount,
    group: null,
  };
}
