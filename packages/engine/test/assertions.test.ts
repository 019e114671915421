import { expect, test } from "vitest";
import { neverCalled } from "../src/assertions.ts";

test("a function that is never called throws and says why it is not", () => {
  expect(neverCalled("there is no usage")).toThrow("broken invariant: there is no usage");
});
