import { type Ingestion, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("S20: 1,000 events sent three times from four concurrent connections count once each (R-EVT-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "0.01" })] });
  await story.advanceTo("2024-01-20");
  const events = Array.from({ length: 1_000 }, (_, index) =>
    story.event("api_calls", 1, `2024-01-${10 + (index % 9)}`),
  );
  // Three copies in different orders: steps through the list that share no factor with its length.
  const copies = [1, 7, 333].map((step) => events.map((_, index) => events[(index * step) % events.length]!));
  const batches = copies.flatMap((copy) => [0, 1, 2, 3].map((part) => copy.slice(part * 250, part * 250 + 250)));
  const connections = [0, 1, 2, 3].map(async (connection) => {
    const answers = [];
    for (const [index, batch] of batches.entries()) if (index % 4 === connection) answers.push(await story.send(batch));
    return answers;
  });
  const answers = (await Promise.all(connections)).flat();
  expect(answers.flatMap((answer) => answer.ingested)).toHaveLength(1_000);
  expect(new Set(answers.flatMap((answer) => answer.ingested)).size).toBe(1_000);
  expect(answers.flatMap((answer) => answer.duplicates)).toHaveLength(2_000);
  expect(answers.flatMap((answer) => answer.failed)).toEqual([]);
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls  1000 × 0.01  10.00
  `);
});

test("S21: an event sent again with another quantity is a conflict, and the first stays (R-EVT-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.advanceTo("2024-01-20");
  const event = story.event("api_calls", 5, "2024-01-10");
  expect((await story.send([event])).ingested).toEqual([event.uniqueId]);
  expect((await story.send([event])).duplicates).toEqual([event.uniqueId]);
  const other = await story.send([{ ...event, properties: { quantity: "6" } }]);
  expect(other.failed).toEqual([event.uniqueId]);
  expect(other.errors).toMatchObject([{ index: 0, uniqueId: event.uniqueId, code: "event_conflict" }]);
  const laterCopy = await story.send([{ ...event, timestamp: "2024-01-11T00:00:00.000Z" }]);
  expect(laterCopy.errors).toMatchObject([{ code: "event_conflict" }]);
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls  5 × 1.00  5.00
  `);
});

test("a bad event does not affect others (R-EVT-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.advanceTo("2024-01-20");
  const good = [story.event("api_calls", 1, "2024-01-10"), story.event("api_calls", 2, "2024-01-10")];
  const bad = [
    { ...story.event("api_calls", 4, "2024-01-10"), properties: { quantity: { nested: 8 } } },
    { ...story.event("api_calls", 8, "2024-01-10"), timestamp: "yesterday" },
    { ...story.event("api_calls", 16, "2024-01-10"), timestamp: "2024-01-20T01:00:01Z" }, // more than an hour ahead
    { ...story.event("api_calls", 32, "2024-01-10"), uniqueId: "x".repeat(256) },
    { ...story.event("api_calls", 64, "2024-01-10"), eventName: "" },
  ];
  const [first, second] = good;
  const answer = await story.send([first!, ...bad, second!] as typeof good);
  expect(answer.ingested).toEqual([first?.uniqueId, second?.uniqueId]);
  expect(answer.errors.map((error) => error.index)).toEqual([1, 2, 3, 4, 5]);
  expect(answer.duplicates).toEqual([]);
  await story.advanceTo("2024-02-01");
  expect((await story.invoices())[0]?.total).toBe("3.00");
});

test("events are accepted as an object with events, as an array, and alone (R-EVT-1)", async () => {
  const story = await scenario({ start: "2024-01-01", account: { aliases: ["acme"] } });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.advanceTo("2024-01-20");
  const event = (quantity: number) => story.event("api_calls", quantity, "2024-01-10", "acme");
  for (const body of [{ events: [event(1)] }, [event(2)], event(4)]) {
    const answer = await story.api.post<Ingestion>("/events", body);
    expect([answer.ingested.length, answer.failed, answer.duplicates, answer.errors]).toEqual([1, [], [], []]);
  }
  const counts = await story.api.post("/events?detail=counts", { events: [event(8), event(16)] });
  expect(counts).toMatchObject({ ingested: 2, failed: 0, duplicates: 0 });
  const { timestamp: _now, ...undated } = event(32); // happens now: the clock stands at 2024-01-20
  await story.api.post("/events", undated);
  await story.advanceTo("2024-02-01");
  expect((await story.invoices())[0]?.total).toBe("63.00"); // 1 + 2 + 4 + 8 + 16 + 32
});

test("an event may be up to an hour ahead of its account's clock, and any time in the past (R-EVT-4)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  const at = (timestamp: string) => story.send([story.event("api_calls", 1, timestamp)]);
  expect((await at("2024-01-01T01:00:00Z")).ingested).toHaveLength(1);
  expect((await at("2024-01-01T01:00:01Z")).failed).toHaveLength(1);
  expect((await at("1999-12-31T23:59:59Z")).ingested).toHaveLength(1);
});
