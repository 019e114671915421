import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { assistantLives, launchOf } from "../../src/demonstration/ai-product.ts";

const hours = Array.from({ length: 48 }, (_, hour) =>
  Temporal.Instant.from("2026-11-30T12:00:00Z").add({ hours: hour }),
);

test("the assistant of the demo is sold after its launch, also while a month has begun in some time zones only", () => {
  const months = new Set<number>();
  for (const now of hours) {
    const lives = assistantLives(now);
    const launch = launchOf(lives);
    for (const { course } of lives) {
      expect(launch < course.signedUpAt && launch < course.activatedAt).toBe(true);
    }
    months.add(new Set(lives.map(({ course }) => course.startsOn.month)).size);
  }
  // Hours in which all customers begin in one month, and hours in which they do not.
  expect(months).toEqual(new Set([1, 2]));
});
