import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { freeFor, potOf } from "../../../src/flows/issue/credit-pots.ts";
import { splitUsed } from "../../../src/flows/issue/split-used.ts";
import { standingOfSource } from "../../../src/flows/issue/standing-of-source.ts";
import { waitingFor } from "../../../src/flows/issue/return-sources.ts";
import { draft, issued } from "../../rows/invoice.ts";

// R-SUB-4, R-INV-8: which credit an invoice may use, and where what it gives back goes.

const amount = (text: string) => Decimal.of(text);

test("credit that is held for a draft pays no other invoice", () => {
  const pot = { balance: amount("50"), held: new Map([["inv_1", amount("30")]]) };
  expect(freeFor(pot, "inv_1").toString()).toBe("50");
  expect(freeFor(pot, "inv_2").toString()).toBe("20"); // 50 − 30
  expect(freeFor({ ...pot, balance: amount("10") }, "inv_2").toString()).toBe("0");
});

test("each account has one pot for each currency, even without credit", () => {
  const pots = new Map();
  const euros = potOf(pots, { accountId: "acct_1", currency: "EUR" });
  expect(euros.balance.isZero()).toBe(true);
  euros.balance = amount("10");
  expect(potOf(pots, { accountId: "acct_1", currency: "EUR" })).toBe(euros);
  expect(potOf(pots, { accountId: "acct_1", currency: "USD" })).not.toBe(euros);
  expect(potOf(pots, { accountId: "acct_2", currency: "EUR" })).not.toBe(euros);
});

test("a replacement of a void invoice first uses what was given back from it", () => {
  const split = (used: string, given: string) => {
    const { own, other } = splitUsed(amount(used), amount(given));
    return [own.toString(), other.toString()];
  };
  expect(split("80", "30")).toEqual(["30", "50"]);
  expect(split("20", "30")).toEqual(["20", "0"]);
  expect(split("20", "0")).toEqual(["0", "20"]);
  // It gives back, so none of that is used.
  expect(split("-15", "0")).toEqual(["0", "-15"]);
});

const zero = Decimal.zero;
const ledger = { drawn: zero, money: zero, given: zero, reduced: zero };

function standing(source: Parameters<typeof standingOfSource>[0], members: Partial<typeof ledger> = {}) {
  const { due, money } = standingOfSource(source, { ...ledger, ...members });
  return { due: due.toString(), money: money.toString() };
}

test("what is given back from an invoice that is not due yet becomes credit, because payment is expected", () => {
  expect(standing(issued())).toEqual({ due: "0", money: "100.00" });
  expect(standing(issued({ amountPaid: "40" }), { money: amount("40") })).toEqual({ due: "0", money: "100.00" });
});

test.each(["overdue", "uncollectible"] as const)(
  "what is given back from an invoice that is %s reduces it first",
  (status) => {
    const open = issued({ status, amountPaid: "40" });
    expect(standing(open, { money: amount("40") })).toEqual({ due: "60.00", money: "40" });
    // This run took off 25 of it: less is due, and that much more has paid it.
    expect(standing(open, { money: amount("40"), reduced: amount("25") })).toEqual({ due: "35.00", money: "65" });
    expect(standing(open, { money: amount("40"), reduced: amount("70") }).due).toBe("0");
  },
);

test("a draft that is issued in the same run keeps what grants did not pay and others did not give back", () => {
  const source = draft({ total: "100.00" });
  expect(standing(source, { drawn: amount("30"), given: amount("50") })).toEqual({ due: "0", money: "20.00" });
  expect(standing(source, { drawn: amount("30"), given: amount("80") })).toEqual({ due: "0", money: "0" });
});

test("an invoice that gives back from a draft waits for it, unless the same run issues it first", () => {
  const source = (invoice: ReturnType<typeof draft>) => ({ invoice, amount: amount("10"), lines: new Map() });
  const sources = [source(issued({ id: "inv_1" })), source(draft({ id: "inv_2" }))];
  expect(waitingFor(sources, new Set())?.id).toBe("inv_2");
  expect(waitingFor(sources, new Set(["inv_2"]))).toBeUndefined();
  expect(waitingFor([], new Set())).toBeUndefined();
});
