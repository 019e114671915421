import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow, NewInvoiceLine } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { returnedParts } from "../../../src/flows/issue/returned-parts.ts";

type Written = Parameters<typeof returnedParts>[0];

interface Line {
  readonly id: string;
  readonly amount: string;
  readonly basis?: object;
}

const draft = (...lines: readonly Line[]): Written => ({
  invoice: { currency: "EUR" } as InvoiceRow,
  lines: lines.map(
    ({ id, amount, basis }) => ({ id, amount, taxes: null, explanation: { basis } }) as unknown as NewInvoiceLine,
  ),
});

const adjusted = (rule: string, value: string, ...positions: readonly number[]) => ({
  basis: { kind: "adjustment", rule, value, positions },
});

const returned = (lineId: string, sourceInvoiceId: string, amount: string) => ({ lineId, sourceInvoiceId, amount });

function shown(written: Written, ...of: readonly ReturnType<typeof returned>[]): string[] {
  return returnedParts(written, of).map(
    ({ of: { sourceInvoiceId }, gross }) => `${sourceInvoiceId} ${gross.toString()}`,
  );
}

test("a percentage is taken back of each line from which it was decided (R-INV-8)", () => {
  const written = draft(
    { id: "a", amount: "-100.00" },
    { id: "b", amount: "-50.00" },
    { id: "off", amount: "75.00", ...adjusted("percentage", "50", 0, 1) },
  );
  expect(shown(written, returned("a", "inv_1", "100.00"), returned("b", "inv_2", "50.00"))).toEqual([
    "inv_1 50.00",
    "inv_2 25.00",
  ]);
});

test("a percentage of new charges on the same line is not taken back (R-INV-8)", () => {
  const written = draft(
    { id: "a", amount: "-100.00" },
    { id: "new", amount: "60.00" },
    { id: "off", amount: "20.00", ...adjusted("percentage", "50", 0, 1) },
  );
  expect(shown(written, returned("a", "inv_1", "100.00"))).toEqual(["inv_1 50.00"]);
});

test("an amount off is taken back by the amounts, and what a later discount counts is less by it (R-INV-8)", () => {
  const written = draft(
    { id: "a", amount: "-100.00" },
    { id: "b", amount: "-200.00" },
    { id: "off", amount: "30.00", ...adjusted("amount", "30", 0, 1) },
    { id: "also", amount: "27.00", ...adjusted("percentage", "10", 0, 1, 2) },
  );
  expect(shown(written, returned("a", "inv_1", "100.00"), returned("b", "inv_2", "200.00"))).toEqual([
    "inv_1 81.00", // 100.00 − 10.00, less 10 %
    "inv_2 162.00",
  ]);
});

test("a maximum that is taken back gives no more back than its lines (R-INV-8)", () => {
  const written = draft(
    { id: "a", amount: "-100.00" },
    { id: "most", amount: "150.00", ...adjusted("maximum", "400", 0) },
  );
  expect(shown(written, returned("a", "inv_1", "100.00"))).toEqual(["inv_1 0.00"]);
});

test("a line gives back of several invoices, and the parts are what the draft gives back (R-INV-8)", () => {
  const written = draft(
    { id: "a", amount: "-0.10" },
    { id: "off", amount: "0.05", ...adjusted("percentage", "50", 0) },
  );
  const parts = returnedParts(written, [
    returned("a", "inv_1", "0.03"),
    returned("a", "inv_2", "0.03"),
    returned("a", "inv_3", "0.04"),
  ]);
  expect(Decimal.sum(parts.map(({ gross }) => gross)).toString()).toBe("0.05");
});
