import type { TestClockRow } from "@counterfoil/storage";

/**
 * Where an advancing clock stops next: at the first due instant, or at its target if nothing is due before. Work that
 * was due before the clock's current time is done at the current time, because time never goes back (R-TIME-4).
 */
export function nextStop(clock: TestClockRow, due: string | null): TestClockRow {
  if (due === null || due > clock.targetTime) return { ...clock, frozenTime: clock.targetTime, status: "ready" };
  return { ...clock, frozenTime: due > clock.frozenTime ? due : clock.frozenTime };
}
