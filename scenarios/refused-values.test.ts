import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-API-4: an error says what is wrong with a value, and what is accepted instead.

/** The place, the code and the text of each fault of a refused request. */
async function faultsOf({ api }: Story, method: string, path: string, body?: object): Promise<string[]> {
  type Fault = { pointer: string; code: string; detail: string };
  const answer = await api.request<{ errors?: Fault[] }>(method, path, body === undefined ? {} : { body });
  return (answer.body.errors ?? []).map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`);
}

const NO_DAY = "but there is no such day. Send a day that exists, such as 2024-01-31.";

test("a date of the calendar's form that no month has is refused as a day that does not exist (R-API-4)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const { accountId } = story;
  const prices = [await story.usage("API calls", { unit: "1.00" })];
  const begin = (contractStartDate: string) =>
    faultsOf(story, "POST", "/subscriptions", { accountId, contractStartDate, priceGroups: [{ priceIds: prices }] });
  expect(await begin("2026-02-30")).toEqual([
    `/contractStartDate wrong_format: contractStartDate is 2026-02-30, ${NO_DAY}`,
  ]);
  expect(await begin("2026-13-01T00:00:00Z")).toEqual([
    `/contractStartDate wrong_format: contractStartDate is 2026-13-01, ${NO_DAY}`,
  ]);
  expect(await begin("1066-10-14")).toEqual([
    "/contractStartDate wrong_format: contractStartDate is 1066-10-14, but years before 1900 are not accepted.",
  ]);
  expect(await begin("soon")).toEqual([
    "/contractStartDate wrong_format: contractStartDate must be an ISO 8601 timestamp with an offset (2024-01-31T08:00:00Z) or a date (2024-01-31).",
  ]);
});

test("parameters, filters and events say the same of a day that does not exist (R-API-4)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const query = new URLSearchParams({ account: story.accountId, from: "2026-02-29" });
  expect(await faultsOf(story, "GET", `/events?${query.toString()}`)).toEqual([
    `/from wrong_format: from is 2026-02-29, ${NO_DAY}`,
  ]);
  const filters = JSON.stringify([{ field: "createdAt", operator: "gt", value: "2026-04-31" }]);
  expect(await faultsOf(story, "GET", `/accounts?filters=${encodeURIComponent(filters)}`)).toEqual([
    expect.stringContaining(`wrong_value: The value is 2026-04-31, ${NO_DAY}`),
  ]);
  const event = { ...story.event("api_calls", 1, "2026-01-01"), timestamp: "2026-02-30T08:00:00Z" };
  expect(await faultsOf(story, "POST", "/events", event)).toEqual([
    `/timestamp wrong_format: timestamp is 2026-02-30, ${NO_DAY}`,
  ]);
});

test("a currency that is no code of three letters is refused in words, wherever it is sent (R-API-4)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const words = (member: string) =>
    `wrong_format: ${member} must be a currency code of three capital letters by ISO 4217, such as EUR.`;
  for (const currency of ["USDX", "usd", "€"]) {
    expect(await faultsOf(story, "POST", "/accounts", { name: "Acme", currency }), currency).toEqual([
      `/currency ${words("currency")}`,
    ]);
  }
  expect(await faultsOf(story, "PATCH", "/organization", { defaultCurrency: "EURO" })).toEqual([
    `/defaultCurrency ${words("defaultCurrency")}`,
  ]);
  expect(await faultsOf(story, "GET", "/insights/mrr/movements?currency=USDX")).toEqual([
    `/currency ${words("currency")}`,
  ]);
});

test("other values of a fixed form are refused in words, never with the pattern (R-API-4)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const wrong: [string, string, object | undefined, string][] = [
    [
      "PATCH",
      "/organization",
      { country: "Germany" },
      "country must be a country code of two capital letters by ISO 3166-1, such as DE.",
    ],
    [
      "PATCH",
      "/organization",
      { brandColor: "red" },
      "brandColor must be a color of six hexadecimal digits, such as #1a2b3c.",
    ],
    ["GET", "/insights/mrr/movements?month=2026-13", undefined, "month must be a month such as 2026-01."],
    ["GET", "/audit?limit=ten", undefined, "limit must be a whole number from 1 to 999999999."],
  ];
  for (const [method, path, body, detail] of wrong) {
    const faults = await faultsOf(story, method, path, body);
    expect(faults, path).toEqual([expect.stringMatching(/ wrong_format: /)]);
    expect(faults[0], path).toContain(detail);
  }
});
