import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { leavesLow, prepaidLeft } from "../../../src/flows/hold/prepaid-low.ts";
import { account } from "../../rows/account.ts";
import { grant } from "../../rows/credit.ts";

test("prepaid money in the account's currency is low at the threshold (R-CREDIT-1, R-INV-8)", () => {
  const grants = [grant({ id: "a" }), grant({ id: "b" }), grant({ id: "yen", currency: "JPY" })];
  const low = (topUpThreshold: string | null, left: Record<string, string>) =>
    leavesLow(
      { account: account({ currency: "EUR" }), grants, topUpThreshold },
      { left: new Map(Object.entries(left).map(([id, amount]) => [id, Decimal.of(amount)])) },
    );
  expect(low("20", { a: "15", b: "5.01", yen: "0" })).toBe(false);
  expect(low("20", { a: "15", b: "5", yen: "9000" })).toBe(true);
  expect(low("0", {})).toBe(true);
  expect(low(null, {})).toBe(false);
});

test("what usage leaves is unknown if no grant is in the account's currency (R-CREDIT-1)", () => {
  const of = (currency: string) =>
    prepaidLeft(
      { account: account({ currency }), grants: [grant({ id: "a" }), grant({ id: "b" })] },
      { left: new Map([["a", Decimal.of("15")]]) },
    )?.toString();
  expect([of("EUR"), of("USD")]).toEqual(["15", undefined]);
});
