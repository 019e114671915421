import { scenario, type Story, toldCredit } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-1, R-HOOK-1: an account is notified that its prepaid money is low when usage makes it so, not when the invoice draws it.

/** A call costs 1.00. */
async function prepaid(amount: string, lowBalanceThreshold: string): Promise<Story> {
  const story = await scenario({ start: "2026-01-01" });
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1" })] });
  await grant(story, amount);
  await setThreshold(story, lowBalanceThreshold);
  return story;
}

const grant = ({ api, accountId }: Story, amount: string) =>
  api.post<{ id: string }>(`/accounts/${accountId}/credit-grants`, { amount });
const setThreshold = ({ api, accountId }: Story, lowBalanceThreshold: string) =>
  api.patch(`/accounts/${accountId}/credit-settings`, { lowBalanceThreshold });

test("usage that leaves the threshold is reported once, and not again by the invoice (R-CREDIT-1)", async () => {
  const story = await prepaid("100.00", "50.00");
  await story.use("calls", 49, "2026-01-01T08:00");
  expect(await toldCredit(story)).toEqual(["credit.granted 100.00"]); // 51.00 are left
  await story.use("calls", 1, "2026-01-01T09:00");
  expect(await toldCredit(story)).toEqual(["credit.granted 100.00", "credit.balance_low 50.00"]);
  await story.use("calls", 10, "2026-01-01T10:00");
  await story.advanceTo("2026-02-01"); // the invoice draws 60.00
  await story.use("calls", 40, "2026-02-01T08:00");
  await story.advanceTo("2026-03-01"); // and this one the rest
  expect(await toldCredit(story)).toEqual([
    "credit.granted 100.00",
    "credit.balance_low 50.00",
    "credit.balance_depleted 0.00",
  ]);
});

test("it is reported again after credit was added, also if that was too little (R-CREDIT-1)", async () => {
  const story = await prepaid("100.00", "50.00");
  await story.use("calls", 60, "2026-01-01T08:00");
  expect((await toldCredit(story)).slice(1)).toEqual(["credit.balance_low 40.00"]);
  await grant(story, "100.00");
  await story.use("calls", 80, "2026-01-01T09:00");
  expect((await toldCredit(story)).slice(3)).toEqual([]); // 60.00 are left
  await story.use("calls", 15, "2026-01-01T10:00");
  expect((await toldCredit(story)).slice(3)).toEqual(["credit.balance_low 45.00"]);
  await grant(story, "3.00");
  await story.use("calls", 1, "2026-01-01T11:00");
  expect((await toldCredit(story)).slice(4)).toEqual(["credit.granted 3.00", "credit.balance_low 47.00"]);
});

test("another threshold is passed anew by the next usage (R-CREDIT-1)", async () => {
  const story = await prepaid("100.00", "50.00");
  await story.use("calls", 60, "2026-01-01T08:00");
  expect((await toldCredit(story)).slice(1)).toEqual(["credit.balance_low 40.00"]);
  await setThreshold(story, "50");
  await story.use("calls", 1, "2026-01-01T08:30");
  expect((await toldCredit(story)).slice(2)).toEqual([]); // the same threshold
  await setThreshold(story, "20.00");
  await story.use("calls", 18, "2026-01-01T09:00");
  expect((await toldCredit(story)).slice(2)).toEqual([]); // 21.00 are left
  await story.use("calls", 1, "2026-01-01T10:00");
  expect((await toldCredit(story)).slice(2)).toEqual(["credit.balance_low 20.00"]);
});

test("a hold is not usage, and its settlement is (R-CREDIT-1)", async () => {
  const story = await prepaid("100.00", "50.00");
  const credit = `/accounts/${story.accountId}/credit`;
  const event = { eventName: "calls", properties: { quantity: 60 } };
  const { holdId } = await story.api.post<{ holdId: string }>(`${credit}/hold`, { uniqueId: "one", events: [event] });
  await story.use("calls", 1, "2026-01-01T00:00");
  expect((await toldCredit(story)).slice(1)).toEqual([]); // 99.00, of which 60.00 are held
  const settled = { ...event, uniqueId: "settled", account: story.accountId };
  await story.api.post(`${credit}/settle`, { holdId, events: [settled] });
  expect((await toldCredit(story)).slice(1)).toEqual(["credit.balance_low 39.00"]);
});

test("an invoice and an expiry still report what usage did not (R-INV-8)", async () => {
  const story = await prepaid("100.00", "50.00");
  const lines = [{ description: "Setup", unitPrice: "55.00" }];
  await story.api.post("/invoices", { accountId: story.accountId, lines, autoIssue: true });
  expect((await toldCredit(story)).slice(1)).toEqual(["credit.balance_low 45.00"]);
  const other = await scenario({ start: "2026-01-01" });
  await other.api.post(`/accounts/${other.accountId}/credit-grants`, { amount: "80.00", expiresAt: "2026-01-20" });
  await grant(other, "30.00");
  await setThreshold(other, "50.00");
  await other.advanceTo("2026-01-21");
  expect((await toldCredit(other)).slice(2)).toEqual(["credit.expired 80.00", "credit.balance_low 30.00"]);
});

test("credit that a voided invoice gives back is reported anew when it is used (R-INV-8)", async () => {
  const story = await prepaid("100.00", "50.00");
  const invoice = (unitPrice: string) =>
    story.api.post<{ id: string }>("/invoices", {
      accountId: story.accountId,
      lines: [{ description: "Setup", unitPrice }],
      autoIssue: true,
    });
  const { id } = await invoice("155.00"); // 55.00 are still due, so it can be voided
  await story.api.post(`/invoices/${id}/void`, { reason: "wrong" });
  await invoice("55.00");
  expect((await toldCredit(story)).slice(1)).toEqual(["credit.balance_depleted 0.00", "credit.balance_low 45.00"]);
});

test("an account that was never given credit is not low (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1" })] });
  await setThreshold(story, "50.00");
  await story.use("calls", 10, "2026-01-01T08:00");
  expect(await toldCredit(story)).toEqual([]);
});
