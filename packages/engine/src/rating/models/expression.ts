import { invariant } from "../../assertions.ts";
import type { Decimal } from "../../decimal/decimal.ts";
import { moneyToWire, whenComplete, type Wire } from "../../wire/wire.ts";
import { degreeOf, maximumDegree } from "../expression/degree.ts";
import { evaluate, namesIn } from "../expression/evaluate.ts";
import { functionNames } from "../expression/operator.ts";
import { parseExpression } from "../expression/parse-expression.ts";
import { maximumExpressionLength, type ExpressionNode } from "../expression/syntax.ts";
import { ratableQuantity, ratingOf, type Rating, type RatingNote } from "../rating.ts";
import { expressionResultStep } from "../step.ts";
import type { Usage } from "../usage.ts";

/**
 * The value of an arithmetic expression over named metrics and constants, not below 0. With `max(0, calls - included) *
 * price`, included 1,000 and price 0.02, 1,500 calls cost 500 × 0.02 = 10.00.
 */
export interface ExpressionModel {
  readonly type: "expression";
  readonly expression: string;
  /** Metric ID by its name in the expression. */
  readonly metrics: Readonly<Record<string, string>>;
  /** Value by its name in the expression. */
  readonly constants: Readonly<Record<string, Decimal>>;
}

const maximumNames = 100;
const name = /^[A-Za-z]\w{0,59}$/;

/** metrics and constants are empty if they are not sent. */
export function parseExpressionModel(wire: Wire): ExpressionModel | undefined {
  if (!wire.isObjectOf(["expression", "metrics", "constants"])) return undefined;
  const metrics = readNamed(wire.member("metrics"), (member) => member.text(255));
  const constants = readNamed(wire.member("constants"), (member) => member.signedMoney());
  const expression = readExpression(wire.member("expression"));
  const model = whenComplete<ExpressionModel>({ type: "expression", expression, metrics, constants });
  if (model !== undefined) refuseUnclearNames(wire, model);
  return model;
}

export function expressionToWire({ expression, metrics, constants }: ExpressionModel): object {
  const values = Object.entries(constants).map(([constant, value]) => [constant, moneyToWire(value)]);
  return { expression, metrics, constants: Object.fromEntries(values) };
}

/** A negative quantity of a metric is rated as 0 (R-RATE-3), and so is a negative result. */
export function rateExpression(model: ExpressionModel, usage: Usage): Rating {
  const node = parseStoredExpression(model.expression);
  const metricOf = new Map(Object.entries(model.metrics));
  const measured = new Map(
    namesIn(node).flatMap((named) => {
      const metricId = metricOf.get(named);
      if (metricId === undefined) return [];
      return [[named, ratableQuantity(measuredBy(usage, metricId), `quantity of ${named}`)]];
    }),
  );
  const evaluation = evaluate(node, (named) => measured.get(named)?.quantity ?? constantOf(model, named));
  const ratables = [...measured.values()];
  return ratingOf(
    {
      quantity: ratableQuantity(usage.quantity).quantity,
      steps: ratables.flatMap(({ steps }) => steps),
      notes: ratables.flatMap(({ notes }) => notes),
    },
    [...evaluation.steps, expressionResultStep(model.expression, evaluation.result)],
    [...evaluation.notes, ...negativeResultNotes(evaluation.result)],
  );
}

function namesUsedBy(expression: string): string[] {
  return namesIn(parseStoredExpression(expression));
}

function parseStoredExpression(expression: string): ExpressionNode {
  const parsed = parseExpression(expression);
  invariant(parsed.ok, `"${expression}" was taken unchecked`);
  return parsed.node;
}

function measuredBy(usage: Usage, metricId: string): Decimal {
  const quantity = usage.metrics?.[metricId];
  invariant(quantity !== undefined, `the usage has no quantity for the metric ${metricId}`);
  return quantity;
}

function constantOf({ constants }: ExpressionModel, named: string): Decimal {
  const value = constants[named];
  invariant(value !== undefined, `the expression names ${named}, which it does not define`);
  return value;
}

function negativeResultNotes(result: Decimal): RatingNote[] {
  if (!result.isNegative()) return [];
  return [{ code: "negative_result", detail: `The result of ${result.toCanonical()} is negative and is rated as 0.` }];
}

/** Reads an object whose member names the sender chooses. */
function readNamed<Value>(wire: Wire, read: (member: Wire) => Value | undefined): Record<string, Value> | undefined {
  if (wire.isAbsent()) return {};
  const entries = wire.entries();
  if (entries === undefined) return undefined;
  if (entries.length > maximumNames) return wire.refuse("too_many", `At most ${maximumNames} names are allowed.`);
  const named = entries.map(([key, member]) => [key, isName(key) ? read(member) : refuseName(member)] as const);
  return whenComplete<Record<string, Value>>(Object.fromEntries(named));
}

function isName(text: string): boolean {
  return name.test(text) && !functionNames.some((functionName) => functionName === text);
}

function refuseName(member: Wire): undefined {
  return member.refuse(
    "invalid_value",
    "A name must start with a letter, have at most 60 letters, digits and underscores, and not be " +
      `${functionNames.join(", ")}.`,
  );
}

function readExpression(wire: Wire): string | undefined {
  const text = wire.text(maximumExpressionLength);
  const parsed = text === undefined ? undefined : parseExpression(text);
  if (parsed === undefined) return undefined;
  if (!parsed.ok) {
    return wire.refuse("invalid_expression", `At character ${parsed.error.position}: ${parsed.error.detail}.`);
  }
  if (!wire.isSent || degreeOf(parsed.node) <= maximumDegree) return text;
  return wire.refuse("invalid_expression", `At most ${maximumDegree} factors can be multiplied together.`);
}

/** Each name that the expression uses must be a metric or a constant, and no name may be both. */
function refuseUnclearNames(wire: Wire, { expression, metrics, constants }: ExpressionModel): void {
  for (const named of Object.keys(constants).filter((constant) => Object.hasOwn(metrics, constant))) {
    wire
      .member("constants")
      .member(named)
      .refuse("duplicate", `"${named}" is already the name of a metric. Choose another name.`);
  }
  const unknown = namesUsedBy(expression).filter(
    (named) => !Object.hasOwn(metrics, named) && !Object.hasOwn(constants, named),
  );
  if (unknown.length === 0) return;
  wire
    .member("expression")
    .refuse("invalid_expression", `Unknown names: ${unknown.join(", ")}. Define each as a metric or a constant.`);
}
