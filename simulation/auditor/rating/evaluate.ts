import type { WireModel } from "../../journal/catalogue.ts";
import { Rational } from "../rational.ts";

const QUOTIENT_PLACES = 18;

/** The value of an expression over metrics and constants, read from left to right by its grammar (R-RATE-2). */
export function evaluate(
  { expression = "0", metrics = {}, constants = {} }: WireModel,
  byMetric: ReadonlyMap<string, Rational>,
): Rational {
  const tokens = expression.match(/[\d.]+|[A-Za-z]\w*|<=|>=|==|!=|[-+*/(),<>]/g) ?? [];
  let position = 0;
  const next = (): string => tokens[position++] ?? "";
  const isNext = (...texts: string[]): boolean => texts.includes(tokens[position] ?? "");

  function sum(): Rational {
    let value = product();
    while (isNext("+", "-")) value = next() === "+" ? value.plus(product()) : value.minus(product());
    return value;
  }

  function product(): Rational {
    let value = signed();
    while (isNext("*", "/")) value = next() === "*" ? value.times(signed()) : quotient(value, signed());
    return value;
  }

  function signed(): Rational {
    if (!isNext("-")) return value();
    next();
    return signed().negated();
  }

  function value(): Rational {
    const token = next();
    if (token === "(") {
      const inner = sum();
      next();
      return inner;
    }
    if (/^\d/.test(token)) return Rational.of(token);
    if (!isNext("(")) return named(token);
    next();
    const operands = token === "if" ? [comparison()] : [sum()];
    while (isNext(",")) {
      next();
      operands.push(sum());
    }
    next();
    return call(token, operands);
  }

  function comparison(): Rational {
    const left = sum();
    const operator = next();
    const order = left.compare(sum());
    const holds = { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0, "==": order === 0 }[operator];
    return Rational.whole((holds ?? order !== 0) ? 1 : 0);
  }

  function named(name: string): Rational {
    const metric = metrics[name];
    if (metric !== undefined) return Rational.larger(byMetric.get(metric) ?? Rational.zero, Rational.zero);
    return Rational.of(constants[name]?.value ?? "0");
  }

  return sum();
}

function quotient(value: Rational, divisor: Rational): Rational {
  return divisor.isZero() ? Rational.zero : value.over(divisor).rounded(QUOTIENT_PLACES);
}

function call(name: string, [first = Rational.zero, ...rest]: readonly Rational[]): Rational {
  const [second = Rational.zero, third = Rational.zero] = rest;
  const unit = (): Rational => Rational.of(`1e${second.toText()}`);
  switch (name) {
    case "min":
      return rest.reduce(Rational.smaller, first);
    case "max":
      return rest.reduce(Rational.larger, first);
    case "ceil":
      return Rational.whole(first.times(unit()).ceiling()).over(unit());
    case "floor":
      return Rational.whole(-first.times(unit()).negated().ceiling()).over(unit());
    case "round":
      return first.rounded(Number(second.toText()));
    case "if":
      return first.isZero() ? third : second;
    default:
      throw new Error(`the auditor knows no function ${name}`);
  }
}
