import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { evaluate, namesIn } from "../../src/rating/expression/evaluate.ts";
import { parseExpression } from "../../src/rating/expression/parse-expression.ts";
import { Fraction, largerOf, ONE, smallerOf, ZERO } from "../fraction.ts";

/** An expression as a tree that this test creates, writes and evaluates independently. */
type Tree =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "minus"; readonly of: Tree }
  | { readonly kind: "pair"; readonly sign: "+" | "-" | "*" | "/"; readonly left: Tree; readonly right: Tree }
  | { readonly kind: "extreme"; readonly name: "min" | "max"; readonly of: readonly Tree[] }
  | { readonly kind: "rounding"; readonly name: "ceil" | "floor" | "round"; readonly of: Tree; readonly places: number }
  | {
      readonly kind: "choice";
      readonly sign: "<" | "<=" | ">" | ">=" | "==" | "!=";
      readonly left: Tree;
      readonly right: Tree;
      readonly whenTrue: Tree;
      readonly whenFalse: Tree;
    };

const VALUES: Readonly<Record<string, string>> = { calls: "1500", seats: "7", ratio: "0.125", zero: "0" };

const trees = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("0", "1", "2.5", "0.02", "1000").map((text): Tree => ({ kind: "number", text })),
    fc.constantFrom(...Object.keys(VALUES)).map((name): Tree => ({ kind: "name", name })),
    tie("tree").map((of): Tree => ({ kind: "minus", of })),
    fc
      .tuple(fc.constantFrom("+", "-", "*", "/"), tie("tree"), tie("tree"))
      .map(([sign, left, right]): Tree => ({ kind: "pair", sign, left, right })),
    fc
      .tuple(fc.constantFrom("min", "max"), fc.array(tie("tree"), { minLength: 1, maxLength: 3 }))
      .map(([name, of]): Tree => ({ kind: "extreme", name, of })),
    fc
      .tuple(fc.constantFrom("ceil", "floor", "round"), tie("tree"), fc.integer({ min: 0, max: 4 }))
      .map(([name, of, places]): Tree => ({ kind: "rounding", name, of, places })),
    fc
      .tuple(fc.constantFrom("<", "<=", ">", ">=", "==", "!="), tie("tree"), tie("tree"), tie("tree"), tie("tree"))
      .map(([sign, left, right, whenTrue, whenFalse]): Tree => ({
        kind: "choice",
        sign,
        left,
        right,
        whenTrue,
        whenFalse,
      })),
  ),
})).tree;

/** The precedence of a tree: sums 1, products 2, everything that needs no parentheses 3. */
function bindingOf(tree: Tree): number {
  if (tree.kind === "minus") return 2;
  if (tree.kind !== "pair") return 3;
  return tree.sign === "+" || tree.sign === "-" ? 1 : 2;
}

/** Written with no more parentheses than the usual precedence requires. */
function written(tree: Tree): string {
  const within = (part: Tree, least: number) => (bindingOf(part) < least ? `(${written(part)})` : written(part));
  switch (tree.kind) {
    case "number":
      return tree.text;
    case "name":
      return tree.name;
    case "minus":
      return `-${within(tree.of, 3)}`;
    case "pair": {
      const own = bindingOf(tree);
      // Left-associative: the right side of a minus or a division needs parentheses if it has the same precedence.
      return `${within(tree.left, own)} ${tree.sign} ${within(tree.right, own + 1)}`;
    }
    case "extreme":
      return `${tree.name}(${tree.of.map(written).join(", ")})`;
    case "rounding":
      return `${tree.name}(${written(tree.of)}${tree.places === 0 ? "" : `, ${tree.places}`})`;
    case "choice":
      return `if(${written(tree.left)} ${tree.sign} ${written(tree.right)}, ${written(tree.whenTrue)}, ${written(tree.whenFalse)})`;
  }
}

function valueOf(tree: Tree): Fraction {
  switch (tree.kind) {
    case "number":
      return Fraction.of(tree.text);
    case "name":
      return Fraction.of(VALUES[tree.name]!);
    case "minus":
      return ZERO.minus(valueOf(tree.of));
    case "pair":
      return paired(tree.sign, valueOf(tree.left), valueOf(tree.right));
    case "extreme":
      return tree.of.map(valueOf).reduce(tree.name === "min" ? smallerOf : largerOf);
    case "rounding":
      return roundedBy(tree.name, valueOf(tree.of), tree.places);
    case "choice":
      return valueOf(holds(tree.sign, valueOf(tree.left), valueOf(tree.right)) ? tree.whenTrue : tree.whenFalse);
  }
}

/** A quotient has 18 decimals, and a division by zero is 0. */
function paired(sign: "+" | "-" | "*" | "/", left: Fraction, right: Fraction): Fraction {
  if (sign === "+") return left.plus(right);
  if (sign === "-") return left.minus(right);
  if (sign === "*") return left.times(right);
  return right.equals(ZERO) ? ZERO : left.over(right).rounded(18);
}

function roundedBy(name: "ceil" | "floor" | "round", value: Fraction, places: number): Fraction {
  if (name === "round") return value.rounded(places);
  const unit = new Fraction(10n ** BigInt(places));
  const scaled = value.times(unit);
  return new Fraction(name === "ceil" ? scaled.ceiling() : scaled.floor()).over(unit);
}

function holds(sign: "<" | "<=" | ">" | ">=" | "==" | "!=", left: Fraction, right: Fraction): boolean {
  const isSame = left.equals(right);
  if (sign === "==" || sign === "!=") return isSame === (sign === "==");
  if (sign === "<=" || sign === ">=") return isSame || left.isBelow(right) === (sign === "<=");
  return !isSame && left.isBelow(right) === (sign === "<");
}

function read(source: string) {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new Error(`${source} at ${parsed.error.position}: ${parsed.error.detail}`);
  return parsed.node;
}

const evaluated = (source: string) => evaluate(read(source), (name) => Decimal.of(VALUES[name]!));

test("an expression with the fewest necessary parentheses has the value of its tree (R-RATE-2)", () => {
  let longest = 0;
  fc.assert(
    fc.property(trees, (tree) => {
      const source = written(tree);
      fc.pre(source.length <= 1_000);
      longest = Math.max(longest, source.length);
      const { result } = evaluated(source);
      expect(Fraction.of(result.toString()).toString(), source).toBe(valueOf(tree).toString());
    }),
    { numRuns: 500 },
  );
  expect(longest).toBeGreaterThan(60);
});

test("parentheses around the whole and spaces between signs change nothing (R-RATE-2)", () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const source = written(tree);
      fc.pre(source.length <= 500);
      const value = evaluated(source).result.toCanonical();
      expect(evaluated(`(${source})`).result.toCanonical()).toBe(value);
      expect(evaluated(source.replaceAll(" ", "")).result.toCanonical()).toBe(value);
      expect(evaluated(source.replaceAll(" ", "  ")).result.toCanonical()).toBe(value);
    }),
  );
});

test("every step of an expression is the value of its own source, and lists the names in it (R-RATE-5)", () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const source = written(tree);
      fc.pre(source.length <= 1_000);
      for (const { label, result } of evaluated(source).steps) {
        // A comparison is not an expression on its own: it is 1 or 0.
        if (/[<>=]/.test(label) && !parseExpression(label).ok) expect(["0", "1"]).toContain(result.toCanonical());
        else expect(evaluated(label).result.toCanonical()).toBe(result.toCanonical());
      }
      const words = source.match(/[a-z]+/g) ?? [];
      const named = words.filter((word) => Object.hasOwn(VALUES, word));
      expect(namesIn(read(source))).toEqual([...new Set(named)]);
    }),
  );
});

test("every division by zero that is evaluated is noted, and none stops the invoice (R-RATE-2)", () => {
  expect(evaluated("1 / zero + 2 / zero").notes).toHaveLength(2);
  expect(evaluated("if(zero == 0, 5, 1 / zero)").notes).toEqual([]);
  expect(evaluated("if(zero == 1, 5, 1 / zero)").notes.map(({ detail }) => detail)).toEqual([
    "1 / zero divides by zero and is taken as 0.",
  ]);
  expect(Fraction.of(evaluated("calls / seats").result.toString()).minus(new Fraction(1_500n, 7n)).isBelow(ONE)).toBe(
    true,
  );
});
