import { Decimal } from "@counterfoil/engine";
import type { StoredCreditPart } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { freezeSides, type Issuing } from "../../../src/flows/issue/freeze-sides.ts";
import { toIssued } from "../../../src/flows/issue/to-issued.ts";
import { writtenInvoice } from "../../../src/invoices/index.ts";
import { account } from "../../rows/account.ts";
import { draft, line } from "../../rows/invoice.ts";
import { organization } from "../../rows/organization.ts";
import { subscription } from "../../rows/subscription.ts";

// R-INV-2, R-INV-3: what a draft becomes when it is issued. Its number depends only on the series.

const now = "2024-02-01T01:00:00.000Z";
const contract = subscription({
  invoiceMemoTemplate: "Thank you, {AccountName}: {InvoiceNumber}",
  invoiceFooterText: "Foot",
});
const taken = { series: "invoice/2024", sequence: 42n, today: "2024-02-01" };

function issuing(applied: Record<string, string> = {}, creditedTo: Record<string, StoredCreditPart[]> = {}): Issuing {
  return {
    organization: organization(),
    now,
    partiesOf: ({ subscriptionId }) => ({
      account: account({ locale: "de-DE" }),
      subscription: subscriptionId === null ? undefined : contract,
    }),
    credit: {
      applied: new Map(Object.entries(applied).map(([id, amount]) => [id, Decimal.of(amount)])),
      creditedTo: new Map(Object.entries(creditedTo)),
    },
  };
}

function issue(row: ReturnType<typeof draft>, parties: Issuing) {
  return toIssued(row, freezeSides(writtenInvoice(row, [line()]), parties), taken, parties);
}

test("takes its number, its issue date, and the due date by its terms", () => {
  expect(issue(draft({ paymentTerms: "net_7" }), issuing())).toMatchObject({
    status: "issued",
    number: "ACME-2024-0042",
    series: "invoice/2024",
    sequence: "42",
    issueDate: now,
    dueDate: "2024-02-08T00:00:00.000Z",
    overdueAt: "2024-02-09T00:00:00.000Z",
    creditsApplied: "0",
    creditedTo: null,
  });
});

test("is paid at once if credit covers it, and an invoice below zero is settled by what it gives back", () => {
  expect(issue(draft(), issuing({ inv_1: "99.99" }))).toMatchObject({ status: "issued", creditsApplied: "99.99" });
  expect(issue(draft(), issuing({ inv_1: "100" }))).toMatchObject({ status: "paid", creditsApplied: "100" });
  const parts: StoredCreditPart[] = [{ to: "account_credit", amount: "20" }];
  expect(issue(draft({ total: "-20.00" }), issuing({ inv_1: "-20" }, { inv_1: parts }))).toMatchObject({
    status: "paid",
    creditsApplied: "-20",
    creditedTo: parts,
  });
  expect(issue(draft({ total: "0.00" }), issuing())).toMatchObject({ status: "paid" });
});

test("its own memo and footer override those of the subscription, which may contain its number", () => {
  expect(issue(draft(), issuing())).toMatchObject({ memo: "Thank you, Globex: ACME-2024-0042", footer: "Foot" });
  expect(issue(draft({ memo: "Own", footer: "Own foot" }), issuing())).toMatchObject({
    memo: "Own",
    footer: "Own foot",
  });
  expect(issue(draft({ subscriptionId: null }), issuing())).toMatchObject({ memo: null, footer: null });
});

test("freezes both parties in their current state, the seller in the customer's language (invariant 4)", () => {
  const { seller, buyer, eInvoice } = issue(draft({ buyerReference: "PO-7" }), issuing());
  expect(seller).toMatchObject({ name: "Acme", locale: "de-DE" });
  expect(buyer).toMatchObject({ name: "Globex", buyerReference: "PO-7" });
  expect(eInvoice).toBeNull(); // no e-invoicing
});
