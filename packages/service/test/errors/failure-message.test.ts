import { expect, test } from "vitest";
import { failureMessage } from "../../src/errors/failure-message.ts";

test("stores the message of a failure, even if it is not an Error", () => {
  expect(failureMessage(new TypeError("The rate is missing."))).toBe("The rate is missing.");
  expect(failureMessage("connection closed")).toBe("connection closed");
  expect(failureMessage(undefined)).toBe("undefined");
});
