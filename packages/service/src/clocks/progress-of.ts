import type { TestClockRow } from "@counterfoil/storage";

/** A clock's progress to its target, from 0 to 1 in thousandths. It is 1 only when the clock has arrived. */
export function progressOf({
  status,
  advancedFrom,
  frozenTime,
  targetTime,
}: Pick<TestClockRow, "status" | "advancedFrom" | "frozenTime" | "targetTime">): number {
  if (status === "ready") return 1;
  const [from, at, to] = [advancedFrom, frozenTime, targetTime].map((instant) => Date.parse(instant)) as [
    number,
    number,
    number,
  ];
  return to === from ? 0 : Math.floor(((at - from) / (to - from)) * 1000) / 1000;
}
