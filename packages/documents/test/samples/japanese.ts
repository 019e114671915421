import type { InvoiceDocument } from "../../src/index.ts";
import { short } from "./short.ts";

/** Yen have no minor unit; two consumption tax rates make a tax summary. */
export const japanese: InvoiceDocument = {
  ...short,
  number: "INV-2024-0815",
  locale: "ja-JP",
  currency: "JPY",
  seller: {
    ...short.seller,
    name: "ノースライト",
    legalName: "ノースライト株式会社",
    address: ["〒150-0002", "東京都渋谷区渋谷2丁目21番1号", "渋谷ヒカリエ 30階"],
    country: "JP",
    taxId: "T1234567890123",
    registration: null,
    bankDetails: [
      { label: "銀行", value: "みずほ銀行 渋谷支店" },
      { label: "口座", value: "普通 1234567 ノースライト（カ" },
    ],
    brandColor: "#d6336c",
  },
  buyer: {
    name: "株式会社さくら物流",
    address: ["〒530-0001", "大阪府大阪市北区梅田3丁目1番3号"],
    country: "JP",
    taxId: null,
    email: "keiri@sakura.example",
  },
  lines: [
    {
      kind: "charge",
      description: "チームプラン",
      detail: "5席",
      servicePeriod: { start: "2024-02-01", end: "2024-03-01" },
      quantity: "5",
      unitPrice: "6000",
      amount: "30000",
      group: "基本料金",
    },
    {
      kind: "charge",
      description: "API呼び出し（第1段階）",
      detail: "12,500回のうち10,000回は基本料金に含まれます",
      servicePeriod: { start: "2024-01-01", end: "2024-02-01" },
      quantity: "2500",
      unitPrice: "4.8",
      amount: "12000",
      group: "従量料金",
    },
  ],
  subtotal: "42000",
  taxes: [
    { name: "消費税", rate: "10", base: "40000", amount: "4000" },
    { name: "消費税（軽減）", rate: "8", base: "2000", amount: "160" },
  ],
  total: "46160",
  creditsApplied: "0",
  amountPaid: "0",
  amountDue: "46160",
  memo: "いつもご利用いただき、ありがとうございます。",
  footer: "ノースライト株式会社 ・ 適格請求書発行事業者",
  paymentTerms: "月末締め翌月末払い",
};
