import { expect, test } from "vitest";

import { invariant, unreachable } from "../../src/assertions.ts";

test("a broken assumption throws its message", () => {
  expect(() => invariant(true, "holds")).not.toThrow();
  expect(() => invariant(false, "a period ends after its start")).toThrow("a period ends after its start");
});

test("an impossible case throws and names itself", () => {
  expect(() => unreachable("surprise" as never)).toThrow('no case for "surprise"');
});
