import { expect, test } from "vitest";
import { failureMessage } from "../../src/errors/failure-message.ts";

test("a failure is stored by its message, also one that is no Error", () => {
  expect(failureMessage(new TypeError("The rate is missing."))).toBe("The rate is missing.");
  expect(failureMessage("connection closed")).toBe("connection closed");
  expect(failureMessage(undefined)).toBe("undefined");
});
