import { Decimal } from "../decimal/decimal.ts";
import { applyOperator, type Operator } from "./expression/operator.ts";
import { unreachable } from "../assertions.ts";

/**
 * One step of a rating's calculation (R-RATE-5). Each step contains its operands, so that people can read it and {@link
 * recomputeStep} can repeat it. The amounts of all steps sum to the rating's amount. In JSON, decimals are text.
 */
export type RatingStep =
  | NegativeQuantityStep
  | UnitPriceStep
  | PercentageStep
  | FixedFeeStep
  | PackagesStep
  | AlreadyBilledStep
  | UnpricedStep
  | EvaluationStep
  | ExpressionResultStep;

interface Step {
  /** What the step is about, in words: `tier 2 (above 5)`, `region=eu`, `api_calls - included`. */
  readonly label: string;
  readonly amount: Decimal;
}

/** A quantity below zero that was rated as 0 (R-RATE-3); amount 0. */
export interface NegativeQuantityStep extends Step {
  readonly kind: "negative_quantity";
  readonly quantity: Decimal;
}

/** amount = quantity × unitPrice */
export interface UnitPriceStep extends Step {
  readonly kind: "unit_price";
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
}

/** amount = quantity × percentage ÷ 100 */
export interface PercentageStep extends Step {
  readonly kind: "percentage";
  readonly quantity: Decimal;
  readonly percentage: Decimal;
}

/** amount = fixedFee */
export interface FixedFeeStep extends Step {
  readonly kind: "fixed_fee";
  readonly fixedFee: Decimal;
}

/** packages = ceil((quantity − includedUnits) ÷ packageSize), not below 0; amount = packages × pricePerPackage */
export interface PackagesStep extends Step {
  readonly kind: "packages";
  readonly quantity: Decimal;
  readonly includedUnits: Decimal;
  readonly packageSize: Decimal;
  readonly packages: Decimal;
  readonly pricePerPackage: Decimal;
}

/** amount = −billed */
export interface AlreadyBilledStep extends Step {
  readonly kind: "already_billed";
  readonly billed: Decimal;
}

/** A quantity without a price; amount 0. */
export interface UnpricedStep extends Step {
  readonly kind: "unpriced";
  readonly quantity: Decimal;
}

/** An intermediate value of an expression: result = operator(operands); amount 0. */
export interface EvaluationStep extends Step {
  readonly kind: "evaluation";
  readonly operator: Operator;
  readonly operands: readonly Decimal[];
  readonly result: Decimal;
}

/** amount = result of the whole expression, not below 0 */
export interface ExpressionResultStep extends Step {
  readonly kind: "expression_result";
  readonly result: Decimal;
}

const onePercent = Decimal.of("0.01");

export function negativeQuantityStep(label: string, quantity: Decimal): NegativeQuantityStep {
  return { kind: "negative_quantity", label, quantity, amount: Decimal.zero };
}

export function unitPriceStep(label: string, quantity: Decimal, unitPrice: Decimal): UnitPriceStep {
  return { kind: "unit_price", label, quantity, unitPrice, amount: quantity.times(unitPrice) };
}

export function percentageStep(label: string, quantity: Decimal, percentage: Decimal): PercentageStep {
  return { kind: "percentage", label, quantity, percentage, amount: quantity.times(percentage).times(onePercent) };
}

/** There is no step for a fee of 0: a line need not explain what is not charged. */
export function fixedFeeSteps(label: string, fixedFee: Decimal): FixedFeeStep[] {
  return fixedFee.isZero() ? [] : [{ kind: "fixed_fee", label, fixedFee, amount: fixedFee }];
}

export function packagesStep(
  label: string,
  terms: Pick<PackagesStep, "quantity" | "includedUnits" | "packageSize" | "pricePerPackage">,
): PackagesStep {
  const billable = Decimal.max(Decimal.zero, terms.quantity.minus(terms.includedUnits));
  const packages = billable.dividedBy(terms.packageSize, 0, "ceiling");
  return { kind: "packages", label, ...terms, packages, amount: packages.times(terms.pricePerPackage) };
}

/** There is no step if nothing was billed before. */
export function alreadyBilledSteps(label: string, billed: Decimal): AlreadyBilledStep[] {
  return billed.isZero() ? [] : [{ kind: "already_billed", label, billed, amount: billed.negate() }];
}

export function unpricedStep(label: string, quantity: Decimal): UnpricedStep {
  return { kind: "unpriced", label, quantity, amount: Decimal.zero };
}

export function evaluationStep(label: string, operator: Operator, operands: readonly Decimal[]): EvaluationStep {
  return {
    kind: "evaluation",
    label,
    operator,
    operands,
    result: applyOperator(operator, operands),
    amount: Decimal.zero,
  };
}

export function expressionResultStep(label: string, result: Decimal): ExpressionResultStep {
  return { kind: "expression_result", label, result, amount: Decimal.max(Decimal.zero, result) };
}

/** Repeats the step's calculation from its operands alone. It is used to verify the books (R-RATE-5, R-VER-1). */
export function recomputeStep(step: RatingStep): RatingStep {
  switch (step.kind) {
    case "negative_quantity":
      return negativeQuantityStep(step.label, step.quantity);
    case "unit_price":
      return unitPriceStep(step.label, step.quantity, step.unitPrice);
    case "percentage":
      return percentageStep(step.label, step.quantity, step.percentage);
    case "fixed_fee":
      return { ...step, amount: step.fixedFee };
    case "packages":
      return packagesStep(step.label, step);
    case "already_billed":
      return { ...step, amount: step.billed.negate() };
    case "unpriced":
      return unpricedStep(step.label, step.quantity);
    case "evaluation":
      return evaluationStep(step.label, step.operator, step.operands);
    case "expression_result":
      return expressionResultStep(step.label, step.result);
    default:
      return unreachable(step);
  }
}
