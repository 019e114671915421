import { expect, test } from "vitest";
import { applyCreditSettings, creditSettingsFaults } from "../../src/credits/apply-credit-settings.ts";
import { account } from "../rows/account.ts";
import { creditSetting } from "../rows/credit.ts";

// R-INV-8: how the prepaid money of an account is watched and topped up.

const topped = creditSetting({
  lowBalanceThreshold: "50",
  topUpThreshold: "20",
  topUpAmount: "100",
  topUpGrantsOn: "issue",
  topUpPriority: 5,
  topUpExpiresAfterDays: 365,
  topUpProductId: "prod_1",
});

test("keeps missing members, and ends a top-up with null", () => {
  expect(applyCreditSettings(topped, {})).toEqual(topped);
  expect(applyCreditSettings(topped, { lowBalanceThreshold: null })).toEqual({ ...topped, lowBalanceThreshold: null });
  expect(applyCreditSettings(topped, { topUp: null })).toEqual(creditSetting({ lowBalanceThreshold: "50" }));
});

test("a credit line and the rule for settlements change by themselves (R-CREDIT-1)", () => {
  const changed = { ...topped, creditLine: "300", settleAboveHeld: "refuse" as const };
  expect(applyCreditSettings(topped, { creditLine: "300", settleAboveHeld: "refuse" })).toEqual(changed);
  expect(applyCreditSettings(changed, { lowBalanceThreshold: "50" })).toEqual(changed);
  expect(applyCreditSettings(changed, { creditLine: null })).toEqual({ ...changed, creditLine: null });
});

test("replaces a top-up as a whole, with defaults for missing members", () => {
  expect(applyCreditSettings(topped, { topUp: { threshold: "10", amount: "40" } })).toEqual({
    ...topped,
    topUpThreshold: "10",
    topUpAmount: "40",
    topUpGrantsOn: "payment",
    topUpPriority: 100,
    topUpExpiresAfterDays: null,
    topUpProductId: null,
  });
});

test.each([
  [{ lowBalanceThreshold: "0" }, []],
  [{ lowBalanceThreshold: "-1" }, ["/lowBalanceThreshold too_small"]],
  [{ creditLine: "0" }, []],
  [{ creditLine: "-1" }, ["/creditLine too_small"]],
  [{ creditLine: "1.005" }, ["/creditLine too_many_decimals"]],
  [{ lowBalanceThreshold: "0.001" }, ["/lowBalanceThreshold too_many_decimals"]],
  [{ topUp: { threshold: "0", amount: "0.01" } }, []],
  [{ topUp: { threshold: "-1", amount: "0" } }, ["/topUp/threshold too_small", "/topUp/amount too_small"]],
  [
    { topUp: { threshold: "1.001", amount: "1.001" } },
    ["/topUp/threshold too_many_decimals", "/topUp/amount too_many_decimals"],
  ],
  [{ topUp: null, lowBalanceThreshold: null }, []],
])("%j: %j", (input, expected) => {
  expect(creditSettingsFaults(account(), input, true).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(
    expected,
  );
});

test("refuses an unknown product of a top-up", () => {
  const topUp = { threshold: "1", amount: "10", productId: "prod_9" };
  expect(creditSettingsFaults(account(), { topUp }, false).map(({ pointer }) => pointer)).toEqual(["/topUp/productId"]);
  expect(creditSettingsFaults(account(), { topUp: { ...topUp, productId: null } }, false)).toEqual([]);
});
