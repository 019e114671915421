import { dropEvents, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { readPdf } from "../packages/documents/test/read-pdf.ts";

interface Printed {
  readonly etag: string | null;
  /** The pages after the first, with usage by day. */
  readonly days: string;
}

async function print(story: Story, id: string | undefined): Promise<Printed> {
  const headers = { Authorization: `Bearer ${story.api.token}` };
  const answer = await fetch(`${story.environment.url}/invoices/${id}/pdf`, { headers });
  const { pages } = readPdf(new Uint8Array(await answer.arrayBuffer()));
  const text = pages.map((page) => page.text).join(" ");
  const [, days = ""] = text.split("Usage by day");
  return { etag: answer.headers.get("ETag"), days: days.replaceAll(/\s+/g, " ") };
}

async function sold(story: Story): Promise<string[]> {
  const cells = [
    { values: { region: "eu" }, pricePerUnit: { value: "0.02" } },
    { values: { region: "us" }, pricePerUnit: { value: "0.03" } },
  ];
  const matrix = { dimensions: ["region"], cells, defaultPricePerUnit: { value: "0.05" } };
  return [
    await story.usage("Calls", { unit: "0.01" }, { event: "work", groupBy: ["region"] }),
    await story.usage("Peak", { unit: "1" }, { event: "work", measure: "max quantity" }),
    await story.usage("Cells", { type: "matrix", matrixPricingModel: matrix }, { event: "work" }),
  ];
}

test("an invoice lists usage by local day as it was billed, forever (R-PDF-1, R-EVT-4)", async () => {
  const story = await scenario({ start: "2024-01-01", zone: "Europe/Berlin" });
  await story.subscribe({ prices: await sold(story) });
  await story.use("work", { quantity: "100", region: "eu" }, "2024-01-05T10:00");
  await story.use("work", { quantity: "7.5", region: "us" }, "2024-01-05T12:00");
  // In Berlin it is the sixth already.
  await story.use("work", { quantity: "20", region: "eu" }, "2024-01-05T23:30:00Z");
  await story.use("work", { quantity: "9", region: "eu" }, "2024-02-03T10:00");
  await story.advanceTo("2024-03-02");
  const [january, february] = await story.invoices();
  const first = await print(story, january?.id);
  const period = /Jan 1 – 31, 2024/.source;
  for (const listed of [
    // 100 + 20
    `Calls \\(region eu\\) · ${period} Measured over the period: 120 Day Quantity Jan 5, 2024 100 Day Quantity Jan 6, 2024 20 `,
    `Calls \\(region us\\) · ${period} Measured over the period: 7.5 Day Quantity Jan 5, 2024 7.5 `,
    // Each day separately: the month's largest value is the fifth's.
    `Peak · ${period} Measured over the period: 100 Day Quantity Jan 5, 2024 100 Day Quantity Jan 6, 2024 20 `,
    `Cells · ${period} Measured over the period: 127.5 Day Quantity Jan 5, 2024 region eu 100 Day Quantity Jan 5, 2024 region us 7.5 Day Quantity Jan 6, 2024 region eu 20`,
  ]) {
    expect(first.days).toMatch(new RegExp(listed.replaceAll(" ", "\\s*")));
  }

  // Late, voided and dropped events change nothing.
  await story.use("work", { quantity: "1000", region: "eu" }, "2024-01-05T11:00");
  await story.api.post("/events/event-2/void");
  await dropEvents(story);
  expect((await print(story, january?.id)).etag).toBe(first.etag);
  // February's PDF was not drawn while its events existed: it says so, with the billed quantity.
  expect((await print(story, february?.id)).days).toMatch(
    /Calls \(region eu\) · Feb 1\s–\s29, 2024 Measured over the period: 9 Day Quantity Days not listed: 29/,
  );
});

test("usage by day can be turned off, and at most 400 rows are printed (R-PDF-1)", async () => {
  const settings = { documentTemplate: { showUsageByDay: false } };
  const story = await scenario({ start: "2024-01-01", graceHours: 1, settings });
  await story.subscribe({ prices: [await story.usage("Work", { unit: "1" }, { groupBy: ["tenant"] })] });
  const days = Array.from({ length: 29 }, (_, day) => `2024-01-${String(day + 1).padStart(2, "0")}T12:00`);
  await story.advanceTo("2024-01-30");
  const events = days.flatMap((day) =>
    Array.from({ length: 15 }, (_, tenant) => story.event("work", { quantity: "1", tenant: `t${tenant + 10}` }, day)),
  );
  await story.send(events);
  await story.advanceTo("2024-02-02");
  const [plain] = await story.invoices();
  expect((await print(story, plain?.id)).days).toBe("");
  await story.api.patch("/organization", { documentTemplate: { showUsageByDay: true } });
  const preview = await story.api.request<string>("POST", "/document-template/preview", {
    body: { invoiceId: plain?.id },
  });
  expect(preview.status).toBe(200);
  // February with the same usage: 15 × 29 = 435 rows, of which 400 are printed: 13 tenants, 23 days of the 14th, none of the 15th.
  await story.advanceTo("2024-03-01T00:00");
  const february = events.map((event, index) => ({
    ...event,
    uniqueId: `february-${index}`,
    timestamp: event.timestamp.replace("2024-01", "2024-02"),
  }));
  await story.send(february);
  await story.advanceTo("2024-03-02");
  const printed = await print(story, (await story.invoices())[1]?.id);
  expect(printed.days.match(/Days not listed: \d+/g)).toEqual(["Days not listed: 6", "Days not listed: 29"]);
  expect(printed.days.match(/Measured over the period 29/g)).toHaveLength(15);
});
