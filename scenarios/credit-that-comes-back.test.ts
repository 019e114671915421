import type { StoryInvoice } from "@counterfoil/testkit/scenario";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import {
  endOnThe16th,
  expectProved,
  expectStanding,
  giveUp,
  january,
  noteLine,
  oneOff,
  overdue,
  pay,
  post,
  standing,
  voidInvoice,
} from "./steps.ts";

// Unpaid credit does not become free when it returns: it pays the written-off invoice, or waits for the
// rebilled one.

test("credit returned by a void pays the written-off invoice that it came from (R-INV-8)", async () => {
  const { story, id } = await january();
  await endOnThe16th(story, id);
  const [a] = await story.invoices();
  const b = await oneOff(story, "200.00"); // 160.00 of it by credit
  await giveUp(story, a);
  await voidInvoice(story, b, false);
  await expectStanding(
    story,
    "uncollectible 310.00/150.00, paid -160.00/0.00, void 200.00/0.00, credit 0.00, grants 0.00",
  );
});

test("credit returned by a note pays the written-off invoice (R-INV-8)", async () => {
  const { story, id } = await january();
  await endOnThe16th(story, id);
  const [a] = await story.invoices();
  const b = await oneOff(story, "160.00");
  await giveUp(story, a);
  await noteLine(story, b, { outcome: "apply" });
  await expectStanding(
    story,
    "uncollectible 310.00/150.00, paid -160.00/0.00, paid 160.00/0.00, credit 0.00, grants 0.00",
  );
});

test("credit returned by rebilling or by an end pays the written-off invoice (R-INV-8)", async () => {
  for (const way of ["rebill", "end"]) {
    const { story, id } = await january();
    await endOnThe16th(story, id);
    const [a] = await story.invoices();
    const other = await story.fixed("Other", "620.00");
    const { id: otherId } = await story.subscribe({ prices: [other] });
    await story.advanceTo("2026-01-17"); // 160.00 of 620.00 by credit
    const b = (await story.invoices()).find(({ amountRemaining }) => amountRemaining === "460.00");
    await giveUp(story, a);
    const steps = [await standing(story)];
    if (way === "rebill") {
      await voidInvoice(story, b, true);
      await story.advanceTo("2026-01-18");
    } else {
      await pay(story, b, "460.00");
      await story.act(otherId, "cancel");
      await story.advanceTo("2026-01-18"); // 14 of 31 days are not served: 280.00
    }
    steps.push(await standing(story));
    await expectProved(story);
    expect(steps).toEqual([
      "uncollectible 310.00/310.00, issued 620.00/460.00, paid -160.00/0.00, credit 0.00, grants 0.00",
      way === "rebill"
        ? "uncollectible 310.00/150.00, void 620.00/0.00, issued 620.00/620.00, paid -160.00/0.00, credit 0.00, grants 0.00"
        : "uncollectible 310.00/150.00, paid 620.00/0.00, paid -160.00/0.00, paid -280.00/0.00, credit 120.00, grants 0.00",
    ]);
  }
});

test("of two written-off invoices the older is paid first (R-INV-8)", async () => {
  const { story, id, base } = await january();
  const { id: second } = await story.subscribe({ prices: [base] });
  await endOnThe16th(story, id);
  await story.act(second, "cancel");
  await story.advanceTo("2026-01-17"); // 160.00 and, of the month from January 2, 150.00
  const [first, other] = await story.invoices();
  const b = await oneOff(story, "200.00");
  const c = await oneOff(story, "120.00"); // 110.00 of it by credit
  for (const one of [other, first]) await giveUp(story, one);
  const steps: string[] = [];
  await noteLine(story, b, { outcome: "account_credit" });
  steps.push(await standing(story));
  await voidInvoice(story, c, false);
  steps.push(await standing(story));
  await expectProved(story);
  const ends = "paid -160.00/0.00, paid -150.00/0.00, paid 200.00/0.00";
  expect(steps).toEqual([
    `uncollectible 310.00/150.00, uncollectible 310.00/270.00, ${ends}, issued 120.00/10.00, credit 0.00, grants 0.00`,
    `uncollectible 310.00/150.00, uncollectible 310.00/160.00, ${ends}, void 120.00/0.00, credit 0.00, grants 0.00`,
  ]);
});

test("notes of an invoice paid by credit and money return the credit first (R-INV-8)", async () => {
  const { story, id } = await january();
  await endOnThe16th(story, id);
  const [a] = await story.invoices();
  const b = await oneOff(story, "200.00");
  await pay(story, b, "40.00");
  await giveUp(story, a);
  const steps: string[] = [];
  for (const amount of ["100.00", "100.00"]) {
    await noteLine(story, b, { outcome: "account_credit", amount });
    steps.push(await standing(story));
  }
  await expectProved(story);
  const rest = "paid -160.00/0.00, paid 200.00/0.00";
  expect(steps).toEqual([
    `uncollectible 310.00/210.00, ${rest}, credit 0.00, grants 0.00`,
    `uncollectible 310.00/150.00, ${rest}, credit 40.00, grants 0.00`,
  ]);
});

test("returned credit that was spent before or given since stays account credit (R-INV-8)", async () => {
  const { story, id } = await january();
  await oneOff(story, "-50.00");
  const before = await oneOff(story, "50.00"); // by credit that was written by hand
  await endOnThe16th(story, id);
  const [a] = await story.invoices();
  await oneOff(story, "160.00"); // by what was given back of January
  await giveUp(story, a);
  await oneOff(story, "-70.00");
  const since = await oneOff(story, "70.00");
  await noteLine(story, before, { outcome: "account_credit" });
  await noteLine(story, since, { outcome: "account_credit" });
  await expectStanding(
    story,
    "uncollectible 310.00/310.00, paid -50.00/0.00, paid 50.00/0.00, paid -160.00/0.00, paid 160.00/0.00, " +
      "paid -70.00/0.00, paid 70.00/0.00, credit 120.00, grants 0.00",
  );
});

test("manually applied credit returns too (R-INV-8)", async () => {
  const { story, id } = await january();
  const b = await oneOff(story, "200.00");
  await endOnThe16th(story, id);
  const [a] = await story.invoices();
  await post(story, `/invoices/${b.id}/apply-credit`);
  await giveUp(story, a);
  await voidInvoice(story, b, false);
  await expectStanding(
    story,
    "uncollectible 310.00/150.00, void 200.00/0.00, paid -160.00/0.00, credit 0.00, grants 0.00",
  );
});

test("if another transaction holds the written-off invoice, the work is retried (R-INV-8)", async () => {
  const { story, id } = await january();
  await endOnThe16th(story, id);
  const [a] = await story.invoices();
  const b = await oneOff(story, "200.00");
  await giveUp(story, a);
  const owner = new pg.Client(story.environment.database.ownerUrl);
  await owner.connect();
  await owner.query("begin");
  await owner.query("select from invoice where id = $1 for no key update", [a?.id]);
  const voiding = voidInvoice(story, b, false);
  const first = await Promise.race([voiding, pause(200, "waits")]);
  await owner.query("commit");
  await owner.end();
  const answer = await voiding;
  expect([first, answer.status]).toEqual(["waits", 200]);
  await expectStanding(
    story,
    "uncollectible 310.00/150.00, paid -160.00/0.00, void 200.00/0.00, credit 0.00, grants 0.00",
  );
});

test("a written-off invoice paid in full is paid, and the rest is credit (R-INV-8)", async () => {
  const { story, id } = await january();
  const [a] = await story.invoices();
  await pay(story, a, "200.00");
  await endOnThe16th(story, id);
  const b = await oneOff(story, "160.00");
  await giveUp(story, a); // 110.00 are due
  await noteLine(story, b, { outcome: "apply" });
  await expectStanding(story, "paid 310.00/0.00, paid -160.00/0.00, paid 160.00/0.00, credit 50.00, grants 0.00");
});

test("credit that reduced an invoice is held while a draft rebills it (R-INV-2, R-INV-8)", async () => {
  const { story, id } = await january({ autoIssueInvoices: false });
  await post(story, `/invoices/${(await story.invoices())[0]?.id}/issue`);
  const [a] = await story.invoices();
  await giveUp(story, a);
  await endOnThe16th(story, id);
  const end = (await story.invoices()).find(({ total }) => total === "-160.00");
  await post(story, `/invoices/${end?.id}/issue`);
  const before = await standing(story);
  await voidInvoice(story, a, true);
  const between = await standing(story);
  await oneOff(story, "160.00");
  expect([before, between]).toEqual([
    before,
    before.replace("uncollectible 310.00/150.00", "void 310.00/0.00, draft 310.00/310.00"),
  ]);
});

test("held credit reduces the rebilled draft, and other credit stays available (R-INV-2, R-INV-8)", async () => {
  const { story, id } = await january({ ...overdue, autoIssueInvoices: false });
  await post(story, `/invoices/${(await story.invoices())[0]?.id}/issue`);
  await story.advanceTo("2026-01-03");
  await endOnThe16th(story, id);
  const end = (await story.invoices()).find(({ total }) => total === "-160.00");
  await post(story, `/invoices/${end?.id}/issue`); // reduces what is overdue
  const steps = [await standing(story)];
  let [present] = await story.invoices();
  for (const step of ["once", "again"]) {
    const answer = await voidInvoice(story, present, true);
    await oneOff(story, step === "once" ? "-30.00" : "20.00");
    steps.push(await standing(story));
    present = await story.api.post<StoryInvoice>(`/invoices/${String(answer.body["replacedByInvoiceId"])}/issue`);
    steps.push(await standing(story));
    await expectProved(story);
  }
  const ends = "paid -160.00/0.00, credit 0.00, grants 0.00";
  expect(steps).toEqual([
    `overdue 310.00/150.00, ${ends}`,
    `void 310.00/0.00, draft 310.00/310.00, ${ends.replace("credit 0.00", "paid -30.00/0.00, credit 30.00")}`,
    `void 310.00/0.00, issued 310.00/120.00, ${ends.replace("credit", "paid -30.00/0.00, credit")}`,
    // 190.00 come back: 160.00 are held, 20.00 pay the invoice of 20.00
    "void 310.00/0.00, void 310.00/0.00, draft 310.00/310.00, paid -160.00/0.00, paid -30.00/0.00, paid 20.00/0.00, " +
      "credit 10.00, grants 0.00",
    "void 310.00/0.00, void 310.00/0.00, issued 310.00/140.00, paid -160.00/0.00, paid -30.00/0.00, paid 20.00/0.00, " +
      "credit 0.00, grants 0.00",
  ]);
});

test("held credit pays no other invoice and cannot be converted (R-INV-8)", async () => {
  const { story, id } = await january({ autoIssueInvoices: false });
  await post(story, `/invoices/${(await story.invoices())[0]?.id}/issue`);
  const [a] = await story.invoices();
  await giveUp(story, a);
  const b = await oneOff(story, "160.00");
  await endOnThe16th(story, id);
  const end = (await story.invoices()).find(({ total }) => total === "-160.00");
  await post(story, `/invoices/${end?.id}/issue`);
  await voidInvoice(story, a, true);
  const applied = await post(story, `/invoices/${b.id}/apply-credit`);
  const conversion = { from: "USD", to: "EUR", rate: "1.00", reason: "Moves" };
  const converted = await post(story, `/accounts/${story.accountId}/credit-conversions`, conversion);
  const written = await story.api.request("PATCH", `/accounts/${story.accountId}`, { body: { currency: "EUR" } });
  expect([applied.status, converted.status, written.status]).toEqual([409, 409, 409]);
  await expectStanding(
    story,
    "void 310.00/0.00, draft 310.00/310.00, issued 160.00/160.00, paid -160.00/0.00, credit 0.00, grants 0.00",
  );
});

test("a write-off does not take back again what the rebilled invoice used (R-INV-8)", async () => {
  const { story, id } = await january();
  await endOnThe16th(story, id);
  const answer = await voidInvoice(story, (await story.invoices())[0], true);
  const again = await story.api.post<StoryInvoice>(`/invoices/${String(answer.body["replacedByInvoiceId"])}/issue`);
  await oneOff(story, "-100.00");
  await giveUp(story, again);
  await expectStanding(
    story,
    "void 310.00/0.00, uncollectible 310.00/150.00, paid -160.00/0.00, paid -100.00/0.00, credit 100.00, grants 0.00",
  );
});
