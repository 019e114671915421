import type { UsageAnswer, UsageMeasured } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";

/**
 * The measured usage. Throws an error for the caller of a query if there are too many groups. Billing catches it for
 * the single invoice, which is set aside with this sentence as its cause (R-INV-5).
 */
export function requireMeasured(answer: UsageAnswer): UsageMeasured {
  if (answer.kind === "measured") return answer;
  const { metricId, accountId, groupBy, limit } = answer;
  const detail =
    `The usage of the metric ${metricId} by the account ${accountId} has more than ${limit} combinations of ` +
    `${groupBy.join(", ")} in this period. Ask for a shorter period or fewer properties.`;
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/groupBy", code: "too_many_groups", detail }]);
}
