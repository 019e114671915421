import type { Overload } from "./overload.ts";
import { quantile } from "./drive.ts";

const whole = (number: number) => number.toFixed(0);
const both = (took: readonly number[]) =>
  took.length === 0 ? "–" : `${whole(quantile(took, 0.5))} / ${whole(quantile(took, 0.99))}`;

/** The figures as Markdown. */
export function overloadTable(overloads: readonly Overload[], seconds: number, times: number): string {
  const rows = overloads.map(
    ({ load, capacity, calm, flood, after, memoryBefore, memoryHighest, memoryAfter, stored, answered }) => {
      const other = [...flood.other].map(([status, count]) => `${count} × ${status}`).join(", ") || "none";
      return [
        load.name,
        whole(capacity),
        whole(flood.sent),
        whole(flood.done),
        whole(flood.refused),
        other,
        both(calm.doneTook),
        both(flood.doneTook),
        both(flood.refusedTook),
        both(after.doneTook),
        `${whole(memoryBefore)} / ${whole(memoryHighest)} / ${whole(memoryAfter)}`,
        `${stored} / ${answered}`,
      ];
    },
  );
  const head = [
    "load",
    "requests a second it can do",
    `sent in ${seconds} s at ${times} times that`,
    "done",
    "refused (503, 429)",
    "anything else",
    "ms at a quarter, p50 / p99",
    "ms of what was done",
    "ms of refusals",
    "ms afterwards",
    "MiB before / highest / after",
    "stored / answered",
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n");
}
