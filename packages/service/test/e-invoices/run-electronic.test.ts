import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { createElectronicRunner, runElectronic } from "../../src/e-invoices/run-electronic.ts";

// More lines than are checked in the request's thread.
const LINES = 100;
const draft = { status: "draft", number: null } as InvoiceRow;
const context = { organizationId: "org", electronic: createElectronicRunner() };
const run = (invoice: unknown) =>
  runElectronic(context, LINES, "facturX", invoice as InvoiceRow, [] as InvoiceLineRow[]);

test("one thread runs all tasks, and concurrent requests take turns", async () => {
  expect([await run(draft), await run(draft), await run(draft)]).toEqual([null, null, null]);
  expect(await Promise.all([run(draft), run(draft), run(draft)])).toEqual([null, null, null]);
});

test("a task that fails or cannot be sent to the thread does not stop the others", async () => {
  const broken = { ...draft, number: "1", issueDate: "2026-01-01", seller: {}, buyer: {}, status: "issued", total: 1 };
  const unsent = { ...draft, toThread: () => undefined };
  const all = await Promise.allSettled([run({ ...broken, seller: { eInvoicing: true } }), run(unsent), run(draft)]);
  expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  await expect(run(unsent)).rejects.toMatchObject({ code: "document_failed" });
  expect(await run(draft)).toBeNull();
});
