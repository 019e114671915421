import type { TestClockRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { nextStop } from "../../../src/flows/run-due/next-stop.ts";

// R-TIME-4: a test clock runs everything on its way in order, and never goes back.

const clock: TestClockRow = {
  id: "clock_1",
  name: null,
  advancedFrom: "2024-01-01T00:00:00.000Z",
  frozenTime: "2024-01-15T00:00:00.000Z",
  targetTime: "2024-03-01T00:00:00.000Z",
  status: "advancing",
  failure: null,
  createdAt: "2024-01-01T00:00:00.000Z",
  updatedAt: "2024-01-01T00:00:00.000Z",
};

test.each([
  ["work due on the way", "2024-02-01T00:00:00.000Z", "2024-02-01T00:00:00.000Z", "advancing"],
  ["work due at the target", "2024-03-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z", "advancing"],
  ["work that was due before", "2024-01-10T00:00:00.000Z", "2024-01-15T00:00:00.000Z", "advancing"],
  ["nothing before the target", "2024-03-01T00:00:00.001Z", "2024-03-01T00:00:00.000Z", "ready"],
  ["nothing due", null, "2024-03-01T00:00:00.000Z", "ready"],
])("with %s it stops there, and has arrived only when nothing is left", (_, due, frozenTime, status) => {
  expect(nextStop(clock, due)).toEqual({ ...clock, frozenTime, status });
});
