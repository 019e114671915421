import { expect, test } from "vitest";
import { lineThrough, scaleBand, scaleLinear } from "../../src/charts/scale.ts";

test.each([
  [[0, 7], 4, [0, 2, 4, 6, 8]],
  [[0, 100], 4, [0, 20, 40, 60, 80, 100]],
  [[0, 98_000], 5, [0, 20_000, 40_000, 60_000, 80_000, 100_000]],
  [[-30, 95], 5, [-40, -20, 0, 20, 40, 60, 80, 100]],
  [[0, 0.7], 4, [0, 0.2, 0.4, 0.6, 0.8]],
  [[0, 0.0003], 3, [0, 0.0001, 0.0002, 0.0003]],
] as const)("from %j in about %i parts the ticks are %j", ([least, most], about, ticks) => {
  expect(scaleLinear([least, most], [0, 100], about).ticks).toEqual(ticks);
});

test("the lowest and highest ticks are at the ends, and values between them are linear", () => {
  const y = scaleLinear([0, 7], [200, 0], 4);
  expect([y(0), y(2), y(8)]).toEqual([200, 150, 0]);
});

test("bands share the width, with gaps between them and at both ends", () => {
  const x = scaleBand(["a", "b"], [10, 54], 0.2);
  // 44 pixels are two steps and one gap of a fifth of a step: 44 / 2.2.
  expect(x.step).toBe(20);
  expect(x.width).toBe(16);
  expect([x("a"), x("b")]).toEqual([14, 34]);
});

test("a line goes through its points, and is empty without points", () => {
  expect(
    lineThrough([
      [0, 1],
      [2, 3],
    ]),
  ).toBe("M0,1L2,3");
  expect(lineThrough([])).toBe("");
});
