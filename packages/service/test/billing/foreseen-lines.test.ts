import type { BilledLineRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { foreseenLines, withForeseenLines } from "../../src/billing/foreseen-lines.ts";
import { writtenInvoice } from "../../src/invoices/index.ts";
import { draft, line } from "../rows/invoice.ts";

// R-INV-5: what drafts that wait would bill now counts instead of what they were stored with.

const question = {
  key: "0 price_1",
  subscriptionId: "sub_1",
  priceId: "price_1",
  start: "2024-01-01",
  end: "2024-03-01",
  exceptInvoiceId: null,
  replacedInvoiceId: null,
};
const row = (members: Partial<BilledLineRow> = {}): BilledLineRow => ({
  key: "0 price_1",
  id: "line_1",
  invoiceId: "inv_1",
  kind: "usage",
  priceId: "price_1",
  versionId: "subv_1",
  usageGroup: null,
  periodStart: "2024-01-01",
  periodEnd: "2024-02-01",
  quantity: "5",
  amount: "5.00",
  takes: null,
  noted: "1.00",
  settled: "0",
  isInvoiceLimited: true,
  ...members,
});
const now = foreseenLines([writtenInvoice(draft(), [line({ kind: "usage", quantity: "7", amount: "7.00" })])]);
const shown = (rows: readonly BilledLineRow[]) => rows.map(({ id, amount, noted }) => `${id} ${amount} ${noted}`);

test("a stored line keeps what belongs to it, and has the quantity and amount of now", () => {
  expect(shown(withForeseenLines([row(), row({ id: "line_2", invoiceId: "inv_2" })], [question], now))).toEqual([
    "line_2 5.00 1.00",
    "line_1 7.00 1.00",
  ]);
});

test("a line that the draft does not have any more is gone, and a new one counts", () => {
  const rows = withForeseenLines([row({ id: "line_old" })], [question, question], now);
  expect(shown(rows)).toEqual(["line_1 7.00 0"]);
});

test("other prices and days are left out, and so is the draft that is decided", () => {
  const asked = (members: object) => withForeseenLines([], [{ ...question, ...members }], now);
  expect(asked({ priceId: "price_2" })).toEqual([]);
  expect(asked({ start: "2024-02-01" })).toEqual([]);
  expect(asked({ exceptInvoiceId: "inv_1" })).toEqual([]);
  expect(asked({})).toHaveLength(1);
});

test("without drafts, the stored lines count", () => {
  const stored = [row()];
  expect(withForeseenLines(stored, [question], new Map())).toBe(stored);
});
