import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";
import { degreeOf } from "../../src/rating/expression/degree.ts";
import { evaluate, namesIn } from "../../src/rating/expression/evaluate.ts";
import { applyOperator } from "../../src/rating/expression/operator.ts";
import { parseExpression } from "../../src/rating/expression/parse-expression.ts";
import { rate } from "../../src/rating/rate.ts";
import { allFaultsOf, euros, faultsOf, model, money, stepsOf, usage } from "./reading.ts";

/** The value of an expression in which a is 7, b is 2.5 and z is 0. */
function valueOf(source: string): string {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new Error(`${parsed.error.position}: ${parsed.error.detail}`);
  const values: Record<string, string> = { a: "7", b: "2.5", z: "0" };
  return evaluate(parsed.node, (name) => Decimal.of(values[name]!)).result.toCanonical();
}

function errorOf(source: string): string {
  const parsed = parseExpression(source);
  return parsed.ok ? "none" : `${parsed.error.position}: ${parsed.error.detail}`;
}

test("expression arithmetic is exact and follows the usual precedence", () => {
  expect(valueOf("1 + 2 * 3")).toBe("7");
  expect(valueOf("(1 + 2) * 3")).toBe("9");
  expect(valueOf("10 - 4 - 3")).toBe("3");
  expect(valueOf("100 / 10 / 2")).toBe("5");
  expect(valueOf("0.1 + 0.2")).toBe("0.3");
  expect(valueOf("-a + 10")).toBe("3");
  expect(valueOf("2 * -b")).toBe("-5");
  expect(valueOf("--a")).toBe("7");
  expect(valueOf("  a*b  ")).toBe("17.5");
});

test("a quotient has 18 decimals, rounded half away from zero; a division by zero is 0", () => {
  expect(valueOf("2 / 3")).toBe("0.666666666666666667");
  expect(valueOf("-2 / 3")).toBe("-0.666666666666666667");
  expect(valueOf("a / z")).toBe("0");
});

test("evaluates functions", () => {
  expect(valueOf("min(a, b, 3)")).toBe("2.5");
  expect(valueOf("max(a)")).toBe("7");
  expect(valueOf("max(b, a, 3)")).toBe("7");
  expect(valueOf("ceil(b)")).toBe("3");
  expect(valueOf("floor(-b)")).toBe("-3");
  expect(valueOf("round(-b)")).toBe("-3");
  expect(valueOf("round(a / 3, 2)")).toBe("2.33");
  expect(valueOf("ceil(a / 3, 1)")).toBe("2.4");
});

test("if takes a comparison and evaluates only the chosen branch", () => {
  expect(valueOf("if(a > b, 1, 2)")).toBe("1");
  expect(valueOf("if(a < b, 1, 2)")).toBe("2");
  expect(valueOf("if(a >= 7, 1, 2)")).toBe("1");
  expect(valueOf("if(a <= 6.99, 1, 2)")).toBe("2");
  expect(valueOf("if(a == 7.00, 1, 2)")).toBe("1");
  expect(valueOf("if(a != 7, 1, 2)")).toBe("2");
  const parsed = parseExpression("if(z == 0, 0, a / z)");
  const evaluation = parsed.ok ? evaluate(parsed.node, () => Decimal.zero) : undefined;
  expect(evaluation?.notes).toEqual([]);
});

test("rejects invalid expressions and names the position", () => {
  expect(errorOf("")).toBe("1: expected a number, a name or a parenthesis");
  expect(errorOf("   ")).toBe("4: expected a number, a name or a parenthesis");
  expect(errorOf("1 +")).toBe("4: expected a number, a name or a parenthesis");
  expect(errorOf("1 2")).toBe('3: expected an operator, not "2"');
  expect(errorOf("(1 + 2")).toBe('7: expected ")"');
  expect(errorOf("a ; b")).toBe('3: unexpected ";"');
  expect(errorOf("1.")).toBe('2: unexpected "."');
  expect(errorOf("_a")).toBe('1: unexpected "_"');
  expect(errorOf("eval(1)")).toBe('5: there is no function "eval"; use min, max, ceil, floor, round, if');
  expect(errorOf("min")).toBe('4: expected "("');
  expect(errorOf("min()")).toBe("5: expected a number, a name or a parenthesis");
  expect(errorOf("if(a, 1, 2)")).toBe("5: expected a comparison: <= >= == != < >");
  expect(errorOf("if(a > 1, 2)")).toBe('12: expected ","');
  expect(errorOf("if(a > 1)")).toBe('9: expected ","');
  expect(errorOf("a > b")).toBe('3: expected an operator, not ">"');
  expect(errorOf("9".repeat(61))).toBe("1: the number has too many digits");
  expect(errorOf("constructor.constructor")).toBe('12: unexpected "."');
  for (const source of ["round(a, b)", "round(a, 1.5)", "round(a, 19)", "round(a, 1, 1)", "ceil(a, -1)"]) {
    expect(errorOf(source), source).toMatch(/takes a value and optionally a number of decimals from 0 to 18$/);
  }
});

test("length, depth and operations of an expression are limited", () => {
  expect(errorOf("1".padEnd(1_001))).toBe("1001: an expression must have at most 1000 characters");
  expect(errorOf(`${"(".repeat(20)}a${")".repeat(20)}`)).toBe("none");
  expect(errorOf(`${"(".repeat(21)}a${")".repeat(21)}`)).toBe("22: at most 20 nested levels are allowed");
  expect(errorOf(`${"-".repeat(21)}a`)).toBe("22: at most 20 nested levels are allowed");
  expect(errorOf(`a${"+(a)".repeat(30)}`)).toBe("none"); // side by side, not nested
  expect(errorOf(`a${"+a".repeat(100)}`)).toBe("none");
  expect(errorOf(`a${"+a".repeat(101)}`)).toMatch(/: at most 100 operators and functions are allowed$/);
  expect(errorOf(`a${"*a".repeat(101)}`)).toMatch(/: at most 100 operators and functions are allowed$/);
  expect(errorOf(`if(1<1,${"1+".repeat(100)}1,1)`)).toMatch(/: at most 100 operators and functions are allowed$/);
});

const overage = model("expression", {
  expression: "max(0, calls - included) * price",
  metrics: { calls: "metric_1" },
  constants: { included: money("1000"), price: money("0.02") },
});

test("expression: the rating shows every intermediate step (R-RATE-2, R-RATE-5)", () => {
  const rating = rate(overage, usage("1500", { metrics: { metric_1: Decimal.of("1500") } }));
  expect(euros(rating)).toBe("10.00"); // 500 × 0.02
  expect(rating.quantity.toString()).toBe("1500");
  const results = rating.steps.map((step) => ("result" in step ? `${step.label} = ${step.result.toCanonical()}` : ""));
  expect(results).toEqual([
    "calls = 1500",
    "included = 1000",
    "calls - included = 500",
    "max(0, calls - included) = 500",
    "price = 0.02",
    "max(0, calls - included) * price = 10",
    "max(0, calls - included) * price = 10",
  ]);
});

test("expression: a negative metric and a negative result are rated as 0, and the notes say so (R-RATE-3)", () => {
  const difference = model("expression", {
    expression: "(sent - received) * 2",
    metrics: { sent: "metric_1", received: "metric_2" },
  });
  const metrics = { metric_1: Decimal.of("-4"), metric_2: Decimal.of("3") };
  const rating = rate(difference, usage("-1", { metrics }));
  expect([euros(rating), rating.quantity.toString()]).toEqual(["0.00", "0"]);
  expect(rating.notes.map((note) => note.detail)).toEqual([
    "The quantity of sent of -4 is negative and is rated as 0.",
    "The result of -6 is negative and is rated as 0.", // (0 − 3) × 2
  ]);
  expect(stepsOf(rating)[0]).toBe("quantity of sent: 0");
});

test("expression: a division by zero is noted", () => {
  const ratio = model("expression", { expression: "errors / calls", metrics: { errors: "m1", calls: "m2" } });
  const rating = rate(ratio, usage("0", { metrics: { m1: Decimal.zero, m2: Decimal.zero } }));
  expect(rating.notes).toEqual([
    { code: "division_by_zero", detail: "errors / calls divides by zero and is taken as 0." },
  ]);
});

test("expression: checks names and their values", () => {
  const fault = (wire: object) => faultsOf("expression", { expression: "a", metrics: { a: "metric_1" }, ...wire });
  expect(fault({})).toEqual([]);
  expect(fault({ expression: "a + b + c + b" })).toEqual(["/expression invalid_expression"]);
  expect(fault({ expression: "a +" })).toEqual(["/expression invalid_expression"]);
  expect(fault({ expression: "" })).toEqual(["/expression empty"]);
  expect(fault({ expression: 5 })).toEqual(["/expression invalid_type"]);
  expect(fault({ constants: { a: money("1") } })).toEqual(["/constants/a duplicate"]);
  expect(fault({ constants: { b: money("-1.5") } })).toEqual([]);
  expect(fault({ constants: { b: "1" } })).toEqual(["/constants/b invalid_type"]);
  expect(fault({ constants: { max: money("1"), "1b": money("1") } })).toEqual([
    "/constants/max invalid_value",
    "/constants/1b invalid_value",
  ]);
  expect(fault({ metrics: { a: "" } })).toEqual(["/metrics/a empty"]);
  expect(fault({ metrics: [] })).toEqual(["/metrics invalid_type"]);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, position) => [`n${position}`, "metric_1"]));
  expect(fault({ metrics: many })).toEqual(["/metrics too_many"]);
  expect(fault({ expression: "constructor + toString", metrics: null })).toEqual(["/expression invalid_expression"]);
});

test("expression: reports the position of a fault in the text, and an unknown name", () => {
  expect(allFaultsOf("expression", { expression: "1 2" })[0]?.detail).toBe(
    'At character 3: expected an operator, not "2".',
  );
  expect(allFaultsOf("expression", { expression: "calls * price" })[0]?.detail).toBe(
    "Unknown names: calls, price. Define each as a metric or a constant.",
  );
});

test("expression: throws on an unchecked model and on usage without its metric", () => {
  expect(() => rate({ ...overage, expression: "1 +" }, usage("0"))).toThrow("was taken unchecked");
  expect(() => rate({ ...overage, expression: "other" }, usage("0"))).toThrow("names other, which it does not define");
  expect(() => rate(overage, usage("0"))).toThrow("no quantity for the metric metric_1");
  expect(() => rate(overage, usage("0", { metrics: {} }))).toThrow("no quantity for the metric metric_1");
  expect(() => applyOperator("+", [])).toThrow("+ has no operand");
  expect(() => applyOperator("modulo" as "+", [Decimal.one])).toThrow("no case for");
  expect(() => evaluate({ kind: "lambda" } as never, () => Decimal.zero)).toThrow("no case for");
  expect(() => namesIn({ kind: "lambda" } as never)).toThrow("no case for");
  expect(() => degreeOf({ kind: "lambda" } as never)).toThrow("no case for");
});
