import type { TestClockRow } from "@counterfoil/storage";

/**
 * Where a clock on its way stands next: at what falls due first, or at its target when nothing does before. What is due since before
 * the clock stood where it stands is done there: time never goes back (R-TIME-4).
 */
export function nextStop(clock: TestClockRow, due: string | null): TestClockRow {
  if (due === null || due > clock.targetTime) return { ...clock, frozenTime: clock.targetTime, status: "ready" };
  return { ...clock, frozenTime: due > clock.frozenTime ? due : clock.frozenTime };
}
