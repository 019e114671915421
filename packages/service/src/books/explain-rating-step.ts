import { Decimal, type RatingStep } from "@counterfoil/engine";
import type { ExplainedStep } from "./explained-line.ts";
import { step, text } from "./step-in-words.ts";

/**
 * One step of a price's calculation, in words. Each label names its tier, its combination or its part of an expression.
 */
export function explainRatingStep(one: RatingStep): ExplainedStep {
  const { kind, label, amount } = one;
  switch (one.kind) {
    case "negative_quantity":
      return step(kind, `${label}: ${text(one.quantity)} is negative and is rated as 0`, Decimal.zero, {
        quantity: one.quantity,
      });
    case "unit_price":
      return step(kind, `${label}: ${text(one.quantity)} × ${text(one.unitPrice)}`, amount, {
        quantity: one.quantity,
        unitPrice: one.unitPrice,
      });
    case "percentage":
      return step(kind, `${label}: ${text(one.quantity)} × ${text(one.percentage)}%`, amount, {
        quantity: one.quantity,
        percentage: one.percentage,
      });
    case "fixed_fee":
      return step(kind, `${label}: fixed fee`, amount, { fixedFee: one.fixedFee });
    case "packages": {
      const { quantity, includedUnits, packageSize, packages, pricePerPackage } = one;
      const count = `(${text(quantity)} − ${text(includedUnits)} included) ÷ ${text(packageSize)}, rounded up: ${text(packages)} packages`;
      const operands = { quantity, includedUnits, packageSize, packages, pricePerPackage };
      return step(kind, `${label}: ${count} × ${text(pricePerPackage)}`, amount, operands);
    }
    case "already_billed":
      return step(kind, `${label}: minus ${text(one.billed)}`, amount, { billed: one.billed });
    case "unpriced":
      return step(kind, `${label}: no price for ${text(one.quantity)}`, amount, { quantity: one.quantity });
    case "evaluation": {
      const operands = Object.fromEntries(one.operands.map((operand, index) => [`operand${index + 1}`, operand]));
      return step(kind, `${label}: ${one.operator}(${one.operands.map(text).join(", ")})`, one.result, operands);
    }
    case "expression_result":
      return step(kind, `${label}: the expression, at least 0`, amount, { result: one.result });
  }
}
