import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { createRests, restOf } from "../../src/copy-rests.ts";

describe("rests of copying (R-HIST-1)", () => {
  it.each([
    ["cores with time left", { copied: 200, idle: 0.21, behind: 0 }, 0],
    ["full cores", { copied: 200, idle: 0.19, behind: 0 }, 1_800],
    ["long blocks: a rest is shorter than a claim", { copied: 4_000, idle: 0, behind: 0 }, 5_000],
    ["copying that has been behind for ten minutes", { copied: 200, idle: 0, behind: 600_000 }, 1_800],
    ["copying that has been behind for longer", { copied: 200, idle: 0, behind: 600_001 }, 0],
    ["cores that cannot be measured", { copied: 200, idle: null, behind: 0 }, 0],
  ])("%s", (_, breath, rest) => {
    expect(restOf(breath)).toBe(rest);
  });

  describe("on this machine, while threads use all cores", () => {
    const busy: Worker[] = [];
    afterEach(async () => {
      await Promise.all(busy.splice(0).map((thread) => thread.terminate()));
    });

    it("looks after a tenth of a second of copying, and rests nine times as long as all blocks took", async () => {
      for (let core = 0; core < availableParallelism(); core += 1) busy.push(new Worker("for (;;);", { eval: true }));
      await setTimeout(300);
      const pauses: number[] = [];
      const rest = createRests(async (milliseconds) => {
        pauses.push(milliseconds);
        await setTimeout(Math.min(milliseconds, 200));
      });
      await rest({ milliseconds: 60, isLast: false });
      expect(pauses).toEqual([]);
      await rest({ milliseconds: 60, isLast: true });
      expect(pauses).toEqual([100, 1_080]);
      await rest({ milliseconds: 99, isLast: false });
      expect(pauses).toHaveLength(2);
    });

    it("is not behind after an hour without events", async () => {
      for (let core = 0; core < availableParallelism(); core += 1) busy.push(new Worker("for (;;);", { eval: true }));
      await setTimeout(300);
      const pauses: number[] = [];
      let later = 0;
      const pause = async (milliseconds: number) => {
        pauses.push(milliseconds);
        await setTimeout(Math.min(milliseconds, 200));
      };
      const rest = createRests(pause, () => performance.now() + later);
      await rest({ milliseconds: 1, isLast: true });
      later = 3_600_000;
      await rest({ milliseconds: 119, isLast: false });
      expect(pauses).toEqual([100, 1_080]);
    });
  });
});
