import { environment, scenario, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { asOwner } from "../../src/platform/owner-connection.ts";
import { finished } from "../running-command.ts";

let story: Story;
let ownerUrl: string;

beforeAll(async () => {
  ownerUrl = (await environment()).database.ownerUrl;
  story = await scenario({ start: "2026-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "31.00"), await story.usage("Calls", { unit: "0.50" })] });
  await story.use("calls", 3, "2026-01-05");
  await story.use("calls", 5, "2026-02-05");
  await story.advanceTo("2026-03-01");
});

const verify = (...words: string[]) =>
  finished(["verify", "--organization", story.organizationId, ...words], { DATABASE_URL: ownerUrl });
const setAmount = (amount: string) =>
  asOwner(ownerUrl, (owner) =>
    owner.rows<{ id: string; invoiceId: string }>(
      `update invoice_line set amount = $2 where organization_id = $1 and kind = 'usage' and period_start = '2026-01-01'
       returning id, invoice_id as "invoiceId"`,
      [story.organizationId, amount],
    ),
  );

test("verify reports no differences, or the invoice, the line and both amounts (R-VER-1)", async () => {
  const sound = await verify();
  expect(sound.output).toContain("No differences: 3 invoices with 5 lines match their recomputed values.");
  expect(sound.code).toBe(0);

  const [line] = await setAmount("150.00");
  const found = await verify();
  const { number } = await story.api.get<{ number: string }>(`/invoices/${line?.invoiceId}`);
  expect(found.output).toContain(`${number} ${line?.id} amount\n  stored:   150.00\n  computed: 1.50\n`);
  expect(found.output).toContain("1 differences in 3 invoices with 5 lines.");
  expect(found.code).toBe(1);

  const machine = await verify("--json");
  const lines = machine.output.split("\n").filter((text) => text.startsWith("{"));
  expect(lines.map((text) => JSON.parse(text) as object)).toMatchObject([
    { organizationId: story.organizationId, lineId: line?.id, member: "amount", billed: "150.00", computed: "1.50" },
    { invoices: 3, lines: 5, linesWithoutEvents: 0, documents: 0, documentsRedrawn: 0, differences: 1 },
  ]);
  // The wrong invoice was issued in February.
  expect(await verify("--from", "2026-03-01")).toMatchObject({ code: 0 });
  expect(await verify("--from", "2026-02-01", "--to", "2026-03-01")).toMatchObject({ code: 1 });
  await setAmount("1.50");
  expect(await verify()).toMatchObject({ code: 0 });
});

test("verify rejects an invalid date and an unknown organization", async () => {
  expect(await verify("--from", "yesterday")).toMatchObject({ code: 2 });
  const unknown = await finished(["verify", "--organization", "unknown"], { DATABASE_URL: ownerUrl });
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.output).toContain('There is no organization "unknown".');
});
