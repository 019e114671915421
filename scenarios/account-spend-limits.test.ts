import { scenario, type Story, toldSpendLimits } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-2: a soft limit notifies, a hard one also makes checks answer `allowed: false`.

interface Answer {
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly spendLimitId: string | null;
  readonly holdId: string | null;
  readonly amount: string;
}
interface LimitUse {
  readonly spent: string;
  readonly held: string;
  readonly remaining: string;
  readonly periodStart: string | null;
}

/** An account with enough credit, 1.00 a token and 2.00 an image. */
async function metered() {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const tokens = await story.usage("Tokens", { unit: "1" });
  const images = await story.usage("Images", { unit: "2" });
  await story.subscribe({ prices: [tokens, images] });
  await story.api.patch(`/accounts/${story.accountId}/credit-settings`, { creditLine: "1000000" });
  const price = (id: string) => story.api.get<{ productId: string; metricIds: string[] }>(`/prices/${id}`);
  return { story, tokens: await price(tokens), images: await price(images) };
}

const limit = (story: Story, members: object) =>
  story.api.post("/spend-limits", { accountId: story.accountId, enforcement: "hard", ...members });
const hold = ({ api, accountId }: Story, uniqueId: string, eventName: string, quantity: number) =>
  api.post<Answer>(`/accounts/${accountId}/credit/hold`, {
    uniqueId,
    events: [{ eventName, properties: { quantity } }],
  });
const uses = async ({ api, accountId }: Story) =>
  (await api.get<{ spendLimits: readonly LimitUse[] }>(`/accounts/${accountId}/credit`)).spendLimits;

test("a hard limit refuses what would pass it, and starts again with the next period (R-CREDIT-2)", async () => {
  const { story } = await metered();
  const { api, accountId } = story;
  const { id } = await limit(story, { amount: "100.00" });
  await story.use("tokens", 40, "2026-01-01");
  const first = await hold(story, "a", "images", 20);
  expect(first).toMatchObject({ allowed: true, amount: "40.00", spendLimitId: null });
  expect(await uses(story)).toMatchObject([
    { id, spent: "40.00", held: "40.00", remaining: "20.00", periodStart: "2026-01-01" },
  ]);
  expect(await hold(story, "b", "tokens", 21)).toMatchObject({
    allowed: false,
    reason: "spend_limit",
    spendLimitId: id,
    holdId: null,
  });
  expect(await hold(story, "c", "tokens", 20)).toMatchObject({ allowed: true });
  const check = { events: [{ eventName: "tokens", properties: { quantity: 1 } }] };
  const path = `/accounts/${accountId}/credit`;
  expect(await api.post(`${path}/check`, check)).toMatchObject({ allowed: false, reason: "spend_limit" });
  // What is released can be spent again.
  await api.post(`${path}/release`, { holdId: first.holdId });
  expect(await api.post(`${path}/check`, check)).toMatchObject({ allowed: true, reason: null });
  await api.patch(`/spend-limits/${id}`, { enforcement: "soft" });
  expect(await hold(story, "d", "tokens", 500)).toMatchObject({ allowed: true });
  await api.patch(`/spend-limits/${id}`, { enforcement: "hard" });
  await story.advanceTo("2026-02-01T10:00");
  expect(await uses(story)).toMatchObject([
    { spent: "0.00", held: "0.00", remaining: "100.00", periodStart: "2026-02-01" },
  ]);
  expect(await hold(story, "e", "tokens", 101)).toMatchObject({ allowed: false });
  expect(await hold(story, "f", "tokens", 100)).toMatchObject({ allowed: true });
});

test("a limit of a metric or a product counts only its usage, with tax and discounts (R-CREDIT-2)", async () => {
  const { story, tokens, images } = await metered();
  await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "DE" });
  await story.api.patch(`/accounts/${story.accountId}`, { taxCountry: "DE" });
  await limit(story, { amount: "12.00", metricId: tokens.metricIds[0] });
  await limit(story, { amount: "48.00", productId: images.productId });
  expect(await hold(story, "a", "tokens", 11)).toMatchObject({ allowed: false }); // 11 × 1.00 + 20 %
  expect(await hold(story, "b", "tokens", 10)).toMatchObject({ allowed: true, amount: "12.00" });
  expect(await hold(story, "c", "images", 21)).toMatchObject({ allowed: false });
  expect(await hold(story, "d", "images", 20)).toMatchObject({ allowed: true, amount: "48.00" });
  expect(await uses(story)).toMatchObject([
    { spent: "0.00", held: "12.00", remaining: "0.00" },
    { spent: "0.00", held: "48.00", remaining: "0.00" },
  ]);
  // Events without a hold are stored, and the limit shows nothing left.
  await story.use("tokens", 5, "2026-01-01");
  expect((await uses(story))[0]).toMatchObject({ spent: "6.00", held: "12.00", remaining: "0.00" });
  expect(await hold(story, "e", "images", 0)).toMatchObject({ allowed: true, amount: "0.00" });
});

test("each percentage is told once a period, also for a limit that usage has already reached (R-CREDIT-2)", async () => {
  const { story } = await metered();
  const { api } = story;
  const { id } = await limit(story, { amount: "100", enforcement: "soft", notifyAt: [50, 80, 120] });
  await story.use("tokens", 49, "2026-01-01");
  expect(await toldSpendLimits(story)).toEqual([]);
  await story.use("tokens", 1, "2026-01-01");
  expect(await toldSpendLimits(story)).toEqual(["2026-01-01 50 % at 50.00 of 100.00"]);
  await story.advanceTo("2026-01-03T10:00");
  await story.use("images", 40, "2026-01-03"); // 130.00 in total
  const january = ["50 % at 50.00", "80 % at 130.00", "120 % at 130.00"].map((text) => `2026-01-01 ${text} of 100.00`);
  expect(await toldSpendLimits(story)).toEqual(january);
  await story.use("tokens", 100, "2026-01-03");
  await api.patch(`/spend-limits/${id}`, { amount: "100.00" });
  expect(await toldSpendLimits(story)).toEqual(january);
  await story.advanceTo("2026-02-02");
  await story.use("tokens", 80, "2026-02-02");
  expect(await toldSpendLimits(story)).toEqual([
    ...january,
    "2026-02-01 50 % at 80.00 of 100.00",
    "2026-02-01 80 % at 80.00 of 100.00",
  ]);
  await limit(story, { amount: "90", notifyAt: [85, 100] });
  expect((await toldSpendLimits(story)).at(-1)).toBe("2026-02-01 85 % at 80.00 of 90.00");
  await api.patch(`/spend-limits/${id}`, { active: false });
  await story.use("tokens", 80, "2026-02-02");
  expect(await toldSpendLimits(story)).toHaveLength(7); // and 100 % of 90.00
});

test("a subscription that begins later starts no period of a limit (R-CREDIT-2)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const tokens = await story.usage("Tokens", { unit: "1" });
  await story.subscribe({ prices: [tokens], contractStartDate: "2026-01-03" });
  await limit(story, { amount: "100.00", enforcement: "soft", notifyAt: [80] });
  expect(await uses(story)).toMatchObject([{ spent: "0.00", periodStart: null }]);
  await story.advanceTo("2026-01-03");
  await story.use("tokens", 90, "2026-01-03");
  expect(await uses(story)).toMatchObject([{ spent: "90.00", periodStart: "2026-01-03" }]);
  const january = ["2026-01-03 80 % at 90.00 of 100.00"];
  expect(await toldSpendLimits(story)).toEqual(january);
  await story.subscribe({ prices: [tokens], contractStartDate: "2026-03-10" });
  await story.use("tokens", 1, "2026-01-03");
  expect(await uses(story)).toMatchObject([{ spent: "91.00", periodStart: "2026-01-03" }]);
  expect(await toldSpendLimits(story)).toEqual(january);
  await story.advanceTo("2026-02-04");
  await story.use("tokens", 95, "2026-02-04");
  expect(await toldSpendLimits(story)).toEqual([...january, "2026-02-03 80 % at 95.00 of 100.00"]);
});

test("what cannot be limited is named (R-CREDIT-2)", async () => {
  const { story, tokens, images } = await metered();
  const faults = async (members: object) => {
    const body = { accountId: story.accountId, amount: "10", enforcement: "hard", ...members };
    const { status, body: answer } = await story.api.request<{ errors: { pointer: string; code: string }[] }>(
      "POST",
      "/spend-limits",
      { body },
    );
    return [status, ...answer.errors.map(({ pointer, code }) => `${pointer} ${code}`)];
  };
  expect(await faults({ accountId: "unknown" })).toEqual([422, "/accountId unknown_account"]);
  expect(await faults({ metricId: "metric_none" })).toEqual([422, "/metricId unknown_metric"]);
  expect(await faults({ productId: "prod_none" })).toEqual([422, "/productId unknown_product"]);
  const both = { metricId: tokens.metricIds[0], productId: images.productId };
  expect(await faults(both)).toEqual([422, "/productId not_both"]);
  expect(await faults({ amount: "0" })).toEqual([422, "/amount too_small"]);
  expect(await faults({ amount: "0.001" })).toEqual([422, "/amount too_many_decimals"]);
  expect(await faults({ notifyAt: [80, 80] })).toEqual([422, "/notifyAt/1 not_ascending"]);
  expect(await faults({ currency: "XXQ" })).toEqual([422, "/currency unknown_currency"]);
});
