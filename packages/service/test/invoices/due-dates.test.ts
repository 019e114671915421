import { expect, test } from "vitest";
import { dueDates } from "../../src/invoices/due-dates.ts";

// R-INV-2: when an invoice is due, and when it is overdue.

const berlin = { dueDate: null, timezone: "Europe/Berlin" };

test("payment terms count from the local day of issue, and the invoice is overdue after the due day", () => {
  // 23:30 on January 30 in UTC is 00:30 on January 31 in Berlin.
  expect(dueDates({ ...berlin, paymentTerms: "net_30" }, "2024-01-30T23:30:00.000Z")).toEqual({
    dueDate: "2024-02-29T23:00:00.000Z", // March 1 in Berlin: 31 + 30 days
    overdueAt: "2024-03-01T23:00:00.000Z",
  });
  expect(dueDates({ ...berlin, paymentTerms: "on_issue" }, "2024-01-30T23:30:00.000Z")).toEqual({
    dueDate: "2024-01-30T23:00:00.000Z",
    overdueAt: "2024-01-31T23:00:00.000Z",
  });
});

test("a due day that was set overrides the payment terms", () => {
  const draft = { ...berlin, paymentTerms: "net_30" as const, dueDate: "2024-02-14T23:00:00.000Z" }; // February 15
  expect(dueDates(draft, "2024-01-31T12:00:00.000Z")).toEqual({
    dueDate: "2024-02-14T23:00:00.000Z",
    overdueAt: "2024-02-15T23:00:00.000Z",
  });
});

test("the due day has 23 hours if the clocks go forward", () => {
  const due = dueDates({ ...berlin, paymentTerms: "on_issue" }, "2024-03-31T10:00:00.000Z");
  expect(due).toEqual({ dueDate: "2024-03-30T23:00:00.000Z", overdueAt: "2024-03-31T22:00:00.000Z" });
});

test("a day that the zone skipped moves to the next day", () => {
  // Samoa had no December 30 in 2011: it went from the 29th to the 31st.
  const due = dueDates(
    { dueDate: null, paymentTerms: "net_15", timezone: "Pacific/Apia" },
    "2011-12-15T20:00:00.000Z", // December 15, 10:00 in Apia
  );
  expect(due).toEqual({ dueDate: "2011-12-30T10:00:00.000Z", overdueAt: "2011-12-31T10:00:00.000Z" });
});

test("indefinite terms set no date, and the invoice is never overdue", () => {
  const due = dueDates({ ...berlin, paymentTerms: "indefinite" }, "2024-01-31T12:00:00.000Z");
  expect(due).toEqual({ dueDate: null, overdueAt: null });
});
