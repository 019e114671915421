import { expect, test } from "vitest";
import { planAfterFailure, planOverdue, reminderAfter } from "../../src/payments/dunning-plan.ts";

// R-INV-7: when attempts, reminders and the outcome happen, to the hour of the account's time zone.

const SETTINGS = { dunningSchedule: [3, 5, 7], dunningReminders: [2, 6], dunningOutcome: "uncollectible" } as const;
const settings = {
  ...SETTINGS,
  dunningSchedule: [...SETTINGS.dunningSchedule],
  dunningReminders: [...SETTINGS.dunningReminders],
};
const invoice = {
  id: "inv_1",
  testClockId: null,
  dueDate: "2024-03-28T23:00:00.000Z", // March 29 in Berlin
  timezone: "Europe/Berlin",
};
const collection = {
  invoiceId: "inv_1",
  testClockId: null,
  isAutomatic: true,
  attempts: 0,
  failedAt: null,
  reminders: 0,
  attemptAt: null,
  reminderAt: null,
  outcomeAt: null,
  updatedAt: "2024-03-29T11:00:00.000Z",
};

test("attempts keep their local hour when the clocks go forward, and count from the first failure", () => {
  const noon = "2024-03-29T11:00:00.000Z"; // 12:00 in Berlin; summer time begins on the 31st
  const first = planAfterFailure(collection, "Europe/Berlin", settings, noon);
  expect(first).toMatchObject({ attempts: 1, failedAt: noon, attemptAt: "2024-04-01T10:00:00.000Z", outcomeAt: null });
  const late = planAfterFailure(first, "Europe/Berlin", settings, "2024-04-01T10:07:00.000Z");
  expect(late).toMatchObject({ attempts: 2, failedAt: noon, attemptAt: "2024-04-03T10:00:00.000Z" });
  const third = planAfterFailure(late, "Europe/Berlin", settings, "2024-04-03T10:00:00.000Z");
  expect(third).toMatchObject({ attempts: 3, attemptAt: "2024-04-05T10:00:00.000Z", outcomeAt: null });
  const last = planAfterFailure(third, "Europe/Berlin", settings, "2024-04-05T10:00:00.000Z");
  expect(last).toMatchObject({ attempts: 4, attemptAt: null, outcomeAt: "2024-04-05T10:00:00.000Z" });
});

test("if a failure is reported days late, the attempt that became due meanwhile follows immediately", () => {
  const first = planAfterFailure(collection, "UTC", settings, "2024-03-01T00:00:00.000Z");
  const late = planAfterFailure(first, "UTC", settings, "2024-03-20T00:00:00.000Z");
  expect(late.attemptAt).toBe("2024-03-20T00:00:00.000Z"); // the 6th is past
});

test("without a schedule, nothing follows a failure", () => {
  const none = { ...settings, dunningSchedule: [] };
  const plan = planAfterFailure(collection, "UTC", none, "2024-03-01T00:00:00.000Z");
  expect(plan).toMatchObject({ attempts: 1, attemptAt: null, outcomeAt: null });
});

test("reminders and the outcome come at the start of local days after the due date", () => {
  const plan = planOverdue(undefined, invoice, settings, "2024-03-29T23:00:00.000Z");
  expect(plan).toMatchObject({
    isAutomatic: false,
    reminderAt: "2024-03-30T23:00:00.000Z", // March 31, 00:00 in winter time
    outcomeAt: "2024-04-04T22:00:00.000Z", // April 5, 00:00 in summer time
  });
  expect(reminderAfter(1, invoice, settings)).toBe("2024-04-03T22:00:00.000Z"); // April 4
  expect(reminderAfter(2, invoice, settings)).toBeNull();
  // Automatic collection ends with its last attempt.
  expect(planOverdue(collection, invoice, settings, "2024-03-29T23:00:00.000Z").outcomeAt).toBeNull();
});
