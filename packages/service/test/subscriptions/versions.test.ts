import { expect, test } from "vitest";
import { missingForActivation } from "../../src/subscriptions/activation.ts";
import { currentVersion } from "../../src/subscriptions/activated-subscription.ts";
import { linkChain } from "../../src/subscriptions/link-chain.ts";
import { midPeriodFaults } from "../../src/subscriptions/mid-period-faults.ts";
import { publishedVersions } from "../../src/subscriptions/published-versions.ts";
import { group, version } from "../rows/subscription.ts";

// R-SUB-2, R-SUB-3: which version is in effect when, and what activation needs.

const on = (id: string, startOn: string, members: Parameters<typeof version>[0] = {}) =>
  version({ id, startOn, startDate: `${startOn}T00:00:00.000Z`, ...members });
const january = on("subv_1", "2024-01-01", { endOn: "2024-06-01" });
const june = on("subv_2", "2024-06-01");

test("each version ends where the next starts, and only changed ends are written", () => {
  const march = on("subv_3", "2024-03-01", { status: "draft" });
  const { chain, moved } = linkChain([january, june], march);
  expect(chain.map(({ id }) => id)).toEqual(["subv_1", "subv_3", "subv_2"]);
  expect(moved.map(({ link, end }) => [link.id, end.endOn, end.endDate])).toEqual([
    ["subv_1", "2024-03-01", "2024-03-01T00:00:00.000Z"],
    ["subv_3", "2024-06-01", "2024-06-01T00:00:00.000Z"],
  ]);
});

test("the last version has no end, and is still written if it is the new one", () => {
  const { moved } = linkChain([on("subv_1", "2024-01-01", { endOn: "2024-06-01" })], june);
  expect(moved.map(({ link, end }) => [link.id, end.endOn])).toEqual([["subv_2", null]]);
});

test("a version with the same start as another replaces it, and the other has no day left", () => {
  const again = on("subv_3", "2024-06-01");
  const { chain, moved } = linkChain([january, june], again);
  expect(chain.at(-1)).toBe(again);
  expect(moved.find(({ link }) => link === june)?.end.endOn).toBe("2024-06-01");
});

test("the current version is the one in effect, or the first future one", () => {
  const versions = [january, june, on("subv_3", "2024-04-01", { status: "draft" })];
  expect(currentVersion(versions, "2024-05-31T23:59:59.999Z").id).toBe("subv_1");
  expect(currentVersion(versions, "2024-06-01T00:00:00.000Z").id).toBe("subv_2");
  expect(currentVersion(versions, "2023-12-31T00:00:00.000Z").id).toBe("subv_1");
  expect(() => currentVersion([version({ status: "draft" })], "2024-06-01T00:00:00.000Z")).toThrow("no published");
});

test("a preview treats drafts as if they were published", () => {
  const drafts = [on("subv_2", "2024-06-01"), on("subv_1", "2024-01-01"), version({ startOn: null })];
  expect(publishedVersions(drafts).map(({ id, status, endOn }) => [id, status, endOn])).toEqual([
    ["subv_1", "published", "2024-06-01"],
    ["subv_2", "published", null],
  ]);
});

const missing = (...versions: ReturnType<typeof version>[]) =>
  missingForActivation(versions).map(({ pointer, code }) => `${pointer} ${code}`);

test("activation needs a version, and each version needs its own start day and a price", () => {
  expect(missing()).toEqual(["/versions required"]);
  expect(missing(january, june)).toEqual([]);
  expect(missing(january, version({ startOn: null, priceGroups: [group()] }))).toEqual([
    "/versions/1/startDate required",
    "/versions/1/priceGroups required",
  ]);
  expect(missing(january, june, on("subv_3", "2024-01-01"))).toEqual(["/versions/2/startDate repeated"]);
});

const contract = { contractStartOn: "2024-01-15", firstBillingOn: null, trialPeriodDays: null };

test.each([
  ["the contract's start", contract, "2024-01-15", true],
  ["the start of a period", contract, "2024-03-15", true],
  ["the middle of a period", contract, "2024-03-14", false],
  ["the end of the trial", { ...contract, trialPeriodDays: 10 }, "2024-01-25", true],
  ["a period that is counted from the trial's end", { ...contract, trialPeriodDays: 10 }, "2024-02-25", true],
  ["the same day of the month as the contract", { ...contract, trialPeriodDays: 10 }, "2024-02-15", false],
  [
    "a period that is counted from the first billing date",
    { ...contract, firstBillingOn: "2024-02-01" },
    "2024-03-01",
    true,
  ],
  ["no day yet", contract, null, true],
])("a version that must not start in the middle of a period may start on %s", (_, dates, startOn, isFine) => {
  expect(midPeriodFaults(dates, startOn).map(({ code }) => code)).toEqual(isFine ? [] : ["mid_cycle"]);
});
