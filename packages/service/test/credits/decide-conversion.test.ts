import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import {
  conversionFaults,
  type CreditConversionInput,
  decideConversion,
  refuseOfUnpaid,
} from "../../src/credits/decide-conversion.ts";

// R-INV-8: account credit is converted from one currency to another at a stated rate, rounded once.

const made = { id: "conv_1", accountId: "acct_1", createdAt: "2024-02-01T00:00:00.000Z" };
const input = (members: Partial<CreditConversionInput> = {}): CreditConversionInput => ({
  from: "USD",
  to: "EUR",
  rate: "0.9215",
  reason: "The account pays in euros now",
  ...members,
});
const credit = (text: string) => Decimal.of(text);

test("converts all credit unless an amount is given, rounded once to the other currency's minor unit", () => {
  expect(decideConversion(made, input(), credit("10.01"))).toEqual({
    ...made,
    fromCurrency: "USD",
    fromAmount: "10.01",
    toCurrency: "EUR",
    toAmount: "9.22", // 10.01 × 0.9215 = 9.224215
    rate: "0.9215",
    reason: "The account pays in euros now",
  });
  expect(decideConversion(made, input({ amount: "4" }), credit("10.01"))).toMatchObject({
    fromAmount: "4",
    toAmount: "3.69", // 3.686
  });
  expect(decideConversion(made, input({ to: "JPY", rate: "150.5" }), credit("1"))).toMatchObject({
    toAmount: "151", // 150.5, half away from zero
  });
});

const faultsOf = (attempt: () => unknown): string[] => {
  try {
    attempt();
    return [];
  } catch (error) {
    return (error as { faults: { pointer: string; code: string }[] }).faults.map((one) => `${one.pointer} ${one.code}`);
  }
};

test("refuses more than there is, amounts that round to zero, and amounts that are too large", () => {
  expect(faultsOf(() => decideConversion(made, input({ amount: "10.02" }), credit("10.01")))).toEqual([
    "/amount exceeds_credit",
  ]);
  expect(faultsOf(() => decideConversion(made, input({ amount: "10.01" }), credit("10.01")))).toEqual([]);
  expect(faultsOf(() => decideConversion(made, input({ rate: "0.0001" }), credit("10")))).toEqual(["/rate too_small"]);
  expect(faultsOf(() => decideConversion(made, input({ rate: "1000000000" }), credit("1000000")))).toEqual([
    "/rate too_large", // 10^15
  ]);
  expect(faultsOf(() => decideConversion(made, input({ rate: "999999999" }), credit("1000000")))).toEqual([]);
});

test.each([
  [{}, []],
  [{ amount: null }, []],
  [{ from: "USX" }, ["/from unknown_currency"]],
  [{ to: "EUX" }, ["/to unknown_currency"]],
  [{ to: "USD" }, ["/to same_currency"]],
  [{ amount: "0" }, ["/amount too_small"]],
  [{ amount: "-1" }, ["/amount too_small"]],
  [{ amount: "1.001" }, ["/amount too_many_decimals"]],
  [{ from: "JPY", amount: "1.5" }, ["/amount too_many_decimals"]],
  [{ rate: "0" }, ["/rate too_small"]],
  [{ rate: "-1" }, ["/rate too_small"]],
  [{ rate: "0.1234567890123" }, ["/rate too_many_decimals"]],
  [{ rate: "0.123456789012" }, []],
  [{ rate: "1000000000.1" }, ["/rate too_large"]],
])("%j: %j", (members, expected) => {
  expect(conversionFaults(input(members)).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
});

test("credit given back from unpaid invoices stays in its currency, to pay them if they are written off", () => {
  const refuse = (amount: string | null, kept: string) => () =>
    refuseOfUnpaid({ from: "USD", amount }, credit("100"), credit(kept));
  expect(refuse(null, "0")).not.toThrow();
  expect(refuse("70", "30")).not.toThrow(); // 100 − 30
  expect(refuse("70.01", "30")).toThrow(/30\.00 USD.*70\.00 USD/);
  expect(refuse(null, "30")).toThrow(expect.objectContaining({ code: "state_conflict" }));
  expect(refuse("1", "120")).toThrow(/120\.00 USD/);
});
