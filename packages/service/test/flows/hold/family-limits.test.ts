import type { SpendLimitRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { familyOwners, isHard, withLatestStart } from "../../../src/flows/hold/family-limits.ts";
import type { OpenLimit } from "../../../src/flows/hold/open-limits.ts";

const limit = (id: string, startsAt: string | null, members: Partial<SpendLimitRow> = {}): OpenLimit => ({
  row: { id, accountId: "root", appliesTo: "family", enforcement: "hard", ...members } as SpendLimitRow,
  startsOn: startsAt?.slice(0, 10) ?? null,
  startsAt,
  counts: new Map(),
});
const all = () => true;

test("the owners of limits of families are found once (R-CREDIT-2)", () => {
  const limits = [
    limit("a", null),
    limit("b", null),
    limit("c", null, { accountId: "middle", enforcement: "soft" }),
    limit("d", null, { accountId: "own", appliesTo: "account" }),
  ];
  expect(familyOwners({ limits }, all)).toEqual(["root", "middle"]);
  expect(familyOwners({ limits }, isHard)).toEqual(["root"]);
  expect(familyOwners({ limits: [] }, all)).toEqual([]);
});

test("the period of a limit is the latest of all accounts that it counts, by instants (R-CREDIT-2)", () => {
  const [berlin, tokyo] = ["2026-01-31T23:00:00.000Z", "2026-01-31T15:00:00.000Z"];
  const others = [
    { limits: [limit("a", tokyo), limit("b", "2026-03-01T00:00:00.000Z")] },
    { limits: [limit("a", null)] },
  ];
  const startOf = (startsAt: string | null) => withLatestStart(limit("a", startsAt), others).startsAt;
  expect(startOf("2025-12-31T23:00:00.000Z")).toBe(tokyo);
  expect(startOf(null)).toBe(tokyo);
  expect(startOf(berlin)).toBe(berlin);
  expect(withLatestStart(limit("a", null), []).startsOn).toBeNull();
});
