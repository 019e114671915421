import { expect, test } from "vitest";
import { applyDraftTerms, draftTermsFaults } from "../../src/invoices/draft-terms.ts";
import { draft } from "../rows/invoice.ts";

// R-INV-4: what a caller writes on a draft.

const berlin = draft({ timezone: "Europe/Berlin", memo: "Old", dueDate: "2024-03-01T23:00:00.000Z" });

test("replaces given members, and keeps missing ones", () => {
  expect(applyDraftTerms(berlin, { memo: "New" })).toEqual({ ...berlin, memo: "New" });
  expect(applyDraftTerms(berlin, { memo: null, paymentTerms: "net_60" })).toEqual({
    ...berlin,
    memo: null,
    paymentTerms: "net_60",
  });
});

test("a due date is a day in the draft's zone, written as a date or as an instant", () => {
  const expected = "2024-04-09T22:00:00.000Z"; // April 10 in Berlin, in summer time
  expect(applyDraftTerms(berlin, { dueDate: "2024-04-10" }).dueDate).toBe(expected);
  expect(applyDraftTerms(berlin, { dueDate: "2024-04-09T22:30:00Z" }).dueDate).toBe(expected);
  expect(applyDraftTerms(berlin, { dueDate: null }).dueDate).toBeNull();
});

test("refuses a due date before today in the invoice's zone", () => {
  const now = "2024-03-31T22:30:00.000Z"; // April 1, 00:30 in Berlin
  const dueOn = (dueDate: string) => draftTermsFaults(applyDraftTerms(berlin, { dueDate }), { dueDate }, now);
  expect(dueOn("2024-04-01")).toEqual([]);
  expect(dueOn("2024-03-31")).toEqual([expect.objectContaining({ pointer: "/dueDate", code: "in_the_past" })]);
  // A due date that the request does not set is accepted, even if its day is over.
  expect(draftTermsFaults(berlin, { memo: "New" }, now)).toEqual([]);
  expect(draftTermsFaults({ ...berlin, dueDate: null }, { dueDate: null }, now)).toEqual([]);
});
