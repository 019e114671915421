import { type Aggregation, Decimal } from "@counterfoil/engine";
import type { UsageAnswer, UsageQuestion } from "@counterfoil/storage";

const METHODS: readonly Aggregation[] = [
  { method: "count", field: null },
  ...(["sum", "average", "min", "max", "count_unique", "latest", "weighted_sum"] as const).map((method) => ({
    method,
    field: "n",
  })),
  { method: "percentile", field: "n", percentile: Decimal.of("95") },
];

/** Each method, over a month, an hour that no quarter begins, and half a year; in groups; with a filter; at each cut-off. */
export function questionsAt(throughSequence: string | null): UsageQuestion[] {
  const windows = [
    ["2024-01-01T00:00:00.000Z", "2024-02-01T00:00:00.000Z"],
    ["2024-01-05T00:03:00.000Z", "2024-01-15T01:03:00.000Z"],
    ["2023-10-01T00:00:00.000Z", "2024-04-01T00:00:00.000Z"],
  ] as const;
  const except = [{ start: "2024-01-11T00:00:00.000Z", end: "2024-01-21T00:00:00.000Z" }];
  const filters = [{ operator: "and", filters: [{ field: "region", operator: "not_equal", value: "eu" }] }] as const;
  return METHODS.flatMap((aggregation) =>
    windows.flatMap(([start, end], window) =>
      ["acct_1", "acct_2"].map((accountId, index): UsageQuestion => ({
        key: JSON.stringify([aggregation, start, accountId]),
        accountId,
        metric: { id: aggregation.method, eventName: "call", filters: window === 1 ? filters : [], aggregation },
        start,
        end,
        throughSequence,
        groupBy: index === 0 ? ["region"] : [],
        except: window === 2 ? except : [],
      })),
    ),
  );
}

/** As text, to compare: every digit and the order count. */
export function shown(answers: readonly UsageAnswer[]): string {
  return JSON.stringify(
    answers,
    (_, member: unknown) =>
      member instanceof Object && "toCanonical" in member
        ? String((member as { toCanonical(): string }).toCanonical())
        : member,
    1,
  );
}
