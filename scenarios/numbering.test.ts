import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

async function numbers(story: Story): Promise<string[]> {
  return (await story.invoices()).map(({ billingDate, number }) => `${billingDate} ${number}`);
}

test("a yearly series restarts at midnight of the organization's year (R-INV-3)", async () => {
  const story = await scenario({
    start: "2023-11-30",
    zone: "America/Los_Angeles",
    settings: {
      invoiceNumberFormat: "{PREFIX}-{YY}/{SEQ:4}",
      invoiceNumberPrefix: "R",
      invoiceNumberRestart: "yearly",
    },
  });
  const base = await story.fixed("Base", "10.00");
  await story.subscribe({ prices: [base] });
  // Midnight in Auckland is still the day before in Los Angeles: its January is billed in December 2023.
  const auckland = await story.account({ timezone: "Pacific/Auckland" });
  await story.subscribe({ prices: [base], account: auckland, contractStartDate: "2023-12-01" });
  await story.advanceTo("2024-02-01");
  expect(await numbers(story)).toEqual([
    "2023-11-30 R-23/0001",
    "2023-12-01 R-23/0002",
    "2023-12-30 R-23/0003",
    "2024-01-01 R-23/0004",
    "2024-01-30 R-24/0001",
    "2024-02-01 R-24/0002",
  ]);
});

test("numbers continue after a change of settings, without a repetition (R-INV-3)", async () => {
  const story = await scenario({ start: "2024-01-15", settings: { invoiceNumberFormat: "{YYYY}-{MM}-{SEQ:3}" } });
  await story.subscribe({ prices: [await story.fixed("Base", "10.00", { every: "weekly" })] });
  await story.advanceTo("2024-01-22");
  await story.api.patch("/organization", { invoiceNumberRestart: "monthly" });
  await story.advanceTo("2024-02-05");
  await story.api.patch("/organization", { invoiceNumberRestart: "never" });
  await story.advanceTo("2024-02-19");
  await story.api.patch("/organization", { invoiceNumberRestart: "monthly" });
  await story.advanceTo("2024-03-04");
  expect(await numbers(story)).toEqual([
    "2024-01-15 2024-01-001",
    "2024-01-22 2024-01-002",
    "2024-01-29 2024-01-003", // counted by the month from here, after what is written of it
    "2024-02-05 2024-02-001",
    "2024-02-12 2024-02-003", // counted for all time again, where that was
    "2024-02-19 2024-02-004",
    "2024-02-26 2024-02-005",
    "2024-03-04 2024-03-001",
  ]);
});

test("a format that would repeat a number is refused by field (R-INV-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const refused: [settings: object, pointer: string, code: string][] = [
    [{ invoiceNumberFormat: "INV-{YYYY}" }, "/invoiceNumberFormat", "no_sequence"],
    [{ invoiceNumberFormat: "{SEQ}-{SEQ:3}" }, "/invoiceNumberFormat", "several_sequences"],
    [{ invoiceNumberFormat: "{SEQ:99}" }, "/invoiceNumberFormat", "sequence_too_wide"],
    [{ invoiceNumberFormat: "{DD}-{SEQ}" }, "/invoiceNumberFormat", "unknown_placeholder"],
    [
      { invoiceNumberFormat: "I-{SEQ}", invoiceNumberRestart: "yearly" },
      "/invoiceNumberRestart",
      "format_without_year",
    ],
    [{ invoiceNumberRestart: "monthly" }, "/invoiceNumberRestart", "format_without_month"],
  ];
  for (const [body, pointer, code] of refused) {
    const answer = await story.api.request("PATCH", "/organization", { body });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer, code }] } });
  }
});

test("credit note numbers restart with invoice numbers, as far as their format allows (R-INV-3, R-INV-8)", async () => {
  const settings = { invoiceNumberFormat: "{YYYY}-{MM}-{SEQ:3}", invoiceNumberRestart: "monthly" } as const;
  const story = await scenario({ start: "2023-11-15", settings });
  await story.subscribe({ prices: [await story.fixed("Base", "10.00")] });
  await story.advanceTo("2024-02-01");
  const credit = async () => {
    const [invoice] = await story.invoices();
    const lines = [{ lineItemId: invoice?.lineItems[0]?.id, amount: "1.00" }];
    const body = { invoiceId: invoice?.id, reason: "Goodwill", lines, outcome: "account_credit" };
    return (await story.api.post<{ number: string }>("/credit-notes", body)).number;
  };
  const first = await credit();
  await story.advanceTo("2024-03-01");
  const second = await credit();
  await story.advanceTo("2025-01-02");
  expect([first, second, await credit()]).toEqual(["CN-2024-00001", "CN-2024-00002", "CN-2025-00001"]);
});
