import type { InvoiceDocument, UsageByDayTable } from "../../src/index.ts";
import { arabic } from "./arabic.ts";
import { short } from "./short.ts";

const january = { start: "2024-01-01", end: "2024-02-01" };

/** Every day of January: 40, 77, 114 … plus the index of the group. */
function days(title: string, group: number, { left = 0 } = {}): UsageByDayTable {
  const used = Array.from({ length: 31 - left }, (_, day) => 40 + 37 * day + group);
  return {
    title,
    period: january,
    days: used.map((quantity, day) => ({
      date: `2024-01-${String(day + 1).padStart(2, "0")}`,
      group: null,
      quantity: String(quantity),
    })),
    daysLeftOut: left,
    measured: String(used.reduce((sum, quantity) => sum + quantity, 0)),
  };
}

const REGIONS = [
  "eu-central-1",
  "eu-west-1",
  "us-east-1",
  "us-west-2",
  "ap-south-1",
  "Rechenzentrumsverbund Frankfurt am Main, Brandschutzabschnitt Nordost, zweites Untergeschoss",
  "sa-east-1",
  "ca-central-1",
  "af-south-1",
  "me-south-1",
  "ap-northeast-3",
  "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
];

/** 31 days of twelve groups: 372 rows. The last group is truncated. */
export const usageByDay: InvoiceDocument = {
  ...short,
  usageByDay: REGIONS.map((region, group) =>
    days(`API calls (region: ${region})`, group, { left: group === 11 ? 9 : 0 }),
  ),
};

export const usageByDayArabic: InvoiceDocument = {
  ...arabic,
  usageByDay: [
    days("تخزين الملفات S3 في منطقة Riyadh-1", 0),
    {
      ...days("API calls (v2)", 1),
      measured: "1200.75", // 1,204.25 − 3.50
      days: [
        { date: "2024-01-03", group: "المنطقة: الرياض", quantity: "1204.25" },
        { date: "2024-01-03", group: "region: jeddah", quantity: "-3.5" },
      ],
    },
  ],
};
