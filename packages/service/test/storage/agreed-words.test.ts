import type * as documents from "@counterfoil/documents";
import type { EInvoiceProfile } from "@counterfoil/einvoice";
import type * as engine from "@counterfoil/engine";
import * as storage from "@counterfoil/storage";
import { expect, expectTypeOf, test } from "vitest";
import type { invoiceState } from "../../src/invoices/invoice-state.ts";

// Engine, documents and e-invoices import nothing from storage, so they repeat sets of words that the database allows.

test("the sets of words in other packages match those of the database", () => {
  expectTypeOf<engine.TaxCategoryCode>().toEqualTypeOf<storage.TaxCategoryCode>();
  expectTypeOf<engine.TaxStatus>().toEqualTypeOf<storage.TaxStatus>();
  expectTypeOf<engine.TaxMode>().toEqualTypeOf<storage.TaxMode>();
  expectTypeOf<engine.FeatureType>().toEqualTypeOf<storage.FeatureType>();
  expectTypeOf<engine.ProrationPolicy>().toEqualTypeOf<storage.ProrationPolicy>();
  expectTypeOf<EInvoiceProfile>().toEqualTypeOf<storage.StoredProfile>();
  expectTypeOf<documents.InvoiceDocument["status"]>().toEqualTypeOf<storage.ShownInvoiceStatus>();
  expectTypeOf<ReturnType<typeof invoiceState>["status"]>().toEqualTypeOf<storage.ShownInvoiceStatus>();
});

test("a skipped invoice is never shown (R-INV-2)", () => {
  expect(storage.INVOICE_STATUSES).toContain("skipped");
  expect(storage.SHOWN_INVOICE_STATUSES).toEqual(storage.INVOICE_STATUSES.filter((status) => status !== "skipped"));
  expect(storage.isShown({ status: "skipped" })).toBe(false);
});
