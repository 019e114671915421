import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { createRests, restOf } from "../../src/copy-rests.ts";

describe("rests of copying (R-HIST-1)", () => {
  it.each([
    ["cores with time left", { copied: 200, idle: 0.06, behind: 0 }, 0],
    ["full cores", { copied: 200, idle: 0.04, behind: 0 }, 1_800],
    ["long blocks: a rest is shorter than a claim", { copied: 4_000, idle: 0, behind: 0 }, 5_000],
    ["copying that has been behind for ten minutes", { copied: 200, idle: 0, behind: 600_000 }, 1_800],
    ["copying that has been behind for longer", { copied: 200, idle: 0, behind: 600_001 }, 0],
    ["cores that cannot be measured", { copied: 200, idle: null, behind: 0 }, 0],
  ])("%s", (_, breath, rest) => {
    expect(restOf(breath)).toBe(rest);
  });

  describe("on this machine", () => {
    const busy: Worker[] = [];
    afterEach(async () => {
      await Promise.all(busy.splice(0).map((thread) => thread.terminate()));
    });

    it("rests nine times as long as the blocks took while threads use all cores", async () => {
      for (let core = 0; core < availableParallelism(); core += 1) busy.push(new Worker("for (;;);", { eval: true }));
      const rests: number[] = [];
      const rest = createRests(async (milliseconds) => void rests.push(milliseconds));
      // The threads start, and the cores' clocks tick.
      await setTimeout(300);
      await rest({ milliseconds: 0, isLast: false });
      await setTimeout(300);
      await rest({ milliseconds: 120, isLast: false });
      expect(rests).toEqual([1_080]);
    });

    it("looks at the cores when there were enough ticks, and counts all blocks until then", async () => {
      for (let core = 0; core < availableParallelism(); core += 1) busy.push(new Worker("for (;;);", { eval: true }));
      const rests: number[] = [];
      await setTimeout(300);
      const rest = createRests(async (milliseconds) => void rests.push(milliseconds));
      await rest({ milliseconds: 10, isLast: false });
      await rest({ milliseconds: 20, isLast: false });
      expect(rests).toEqual([]);
      await setTimeout(300);
      await rest({ milliseconds: 30, isLast: false });
      expect(rests).toEqual([540]);
    });
  });
});
