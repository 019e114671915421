import { bookDifferences, environment, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

// Direct changes in the database of returns, their taxes and statuses are found (R-VER-1).

let story: Story;
let owner: pg.Client;

beforeAll(async () => {
  story = await scenario({ start: "2026-04-01", currency: "EUR", settings: { country: "FR", taxMode: "manual" } });
  owner = new pg.Client({ connectionString: (await environment()).database.ownerUrl });
  await owner.connect();
  const rate = await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "300.00")] });
  await story.advanceTo("2026-04-10");
  const [invoice] = await story.invoices();
  const lines = [{ lineItemId: invoice?.lineItems[0]?.id, amount: "100.00" }];
  await story.api.post("/credit-notes", { invoiceId: invoice?.id, reason: "Goodwill", outcome: "apply", lines });
  await story.api.patch(`/tax-rates/${rate.id}`, { percentage: "25" });
  await story.advanceTo("2026-04-15");
  await story.act(id, "cancel"); // 150.00 and 30.00 of tax
  await story.advanceTo("2026-04-16");
}, 60_000);

afterAll(() => owner.end());

/** The fields that differ while a statement's change is applied, each once. */
async function foundAfter(change: string, undo: string): Promise<string[]> {
  await owner.query(change.replaceAll("ORG", `'${story.organizationId}'`));
  const found = await bookDifferences(story);
  await owner.query(undo.replaceAll("ORG", `'${story.organizationId}'`));
  expect(await bookDifferences(story)).toEqual([]);
  const members = found.map(({ member }) => member.replaceAll(/\b(line|acct|grant|pay|entry)_\w+/g, "$1"));
  return [...new Set(members)].toSorted();
}

const ofInvoice = (status: string) =>
  `update invoice set status = '${status}' where organization_id = ORG and total > 0`;

test("verify finds a line that gave back more than its amount (R-VER-1)", async () => {
  expect(await bookDifferences(story)).toEqual([]);
  // 100.00 by the note and 150.00 by the end are 250.00 of 300.00; with 151.00 by the note they are 301.00.
  const set = (amount: string) => `update credit_note_line set amount = ${amount} where organization_id = ORG`;
  const found = await foundAfter(set("151.00"), set("100.00"));
  expect(found).toContain("given back");
});

test.each([
  ["paid", ["status"]],
  ["uncollectible", ["bad_debt in the journal", "receivable in the journal", "status"]],
  ["overdue", ["status"]], // it is due on May 1
])("an unpaid invoice that is called %s (R-VER-1)", async (status, members) => {
  expect(await foundAfter(ofInvoice(status), ofInvoice("issued"))).toEqual(members);
});

test("verify finds a moved due date (R-VER-1)", async () => {
  const move = (by: string) =>
    `update invoice set overdue_at = overdue_at ${by} interval '7 days' where organization_id = ORG and total > 0`;
  expect(await foundAfter(move("+"), move("-"))).toEqual(["overdueAt"]);
});

test("verify finds a credit with another tax than its line, even if it adds up (R-VER-1, R-INV-6)", async () => {
  const { rows } = await owner.query<{ id: string; taxes: Json[]; line: Json[] }>(
    `select i.id, i.taxes, l.taxes as line from invoice i join invoice_line l on l.organization_id = i.organization_id
       and l.invoice_id = i.id where i.organization_id = $1 and i.total < 0`,
    [story.organizationId],
  );
  const [before] = rows;
  expect(before?.taxes).toMatchObject([{ percentage: "20", base: "-150.00", amount: "-30.00" }]);
  const write = async (taxes: unknown, line: unknown, tax: string) => {
    const values = [story.organizationId, before?.id, JSON.stringify(taxes), tax];
    await owner.query(
      "update invoice set taxes = $3, tax = $4::numeric, total = subtotal + $4::numeric where organization_id = $1 and id = $2",
      values,
    );
    await owner.query("update invoice_line set taxes = $3 where organization_id = $1 and invoice_id = $2", [
      story.organizationId,
      before?.id,
      JSON.stringify(line),
    ]);
  };
  // 150.00 × 25% = 37.50
  await write(
    before?.taxes.map((tax) => ({ ...tax, percentage: "25", amount: "-37.50" })),
    before?.line.map((part) => ({ ...part, taxes: [{ index: 0, base: "-150.00", amount: "-37.50" }] })),
    "-37.50",
  );
  const found = await bookDifferences(story);
  await write(before?.taxes, before?.line, "-30.00");
  expect(found.map(({ member, billed, computed }) => `${member}: ${billed}, not ${computed}`)).toContain(
    "taxes: VAT 25% (S), not VAT 20% (S)",
  );
  expect(await bookDifferences(story)).toEqual([]);
});

test("verify finds an amount that went elsewhere than the ledger says (R-VER-1)", async () => {
  const say = (to: string) =>
    `update invoice set credited_to = '[{"to": "${to}", "amount": "180.00"}]' where organization_id = ORG and total < 0`;
  expect(await foundAfter(say("credit_grant"), say("account_credit"))).toEqual(["creditedTo"]);
});
