import { CounterfoilError } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import { faultAt, faultOf, faultsBelow, wordsOfFaults } from "../../src/design/faults.ts";

// R-UI-1, R-API-4: faults are shown at their fields in the fields' words, and never as pointers.

const refused = (errors: { pointer: string; code: string; detail: string }[]) =>
  new CounterfoilError({
    status: 422,
    code: "validation_failed",
    title: "The request is invalid",
    detail: `The request is well-formed but invalid: see errors (${errors.map(({ pointer }) => pointer).join(", ")}).`,
    requestId: null,
    errors,
    retryAfterSeconds: null,
  });
const quantity = { pointer: "/lineItems/0/quantity", code: "wrong_format", detail: "quantity must be a number." };
const price = { pointer: "/lineItems/0/unitPrice", code: "required", detail: "unitPrice is required." };

test("a field shows its fault with its label instead of the member's name", () => {
  const fault = faultAt(refused([quantity]), "/lineItems/0/quantity");
  expect(faultOf(fault, "Quantity")).toBe("Quantity must be a number.");
  expect(faultOf("There is no plan.", "Plan")).toBe("There is no plan.");
});

test("the line about the form names only the faults that no field shows, without pointers", () => {
  const error = refused([quantity, price]);
  expect(wordsOfFaults(error)).toBe("Quantity must be a number. Unit price is required.");
  faultAt(error, "/lineItems/0/quantity");
  expect(wordsOfFaults(error)).toBe("Correct the marked fields. Unit price is required.");
  const below = faultsBelow(error, "/lineItems/0");
  faultAt(below, "/unitPrice");
  expect(wordsOfFaults(error)).toBe("Correct the marked fields.");
});

test("an entry of a list is named by its list", () => {
  const entry = { pointer: "/to/0", code: "wrong_format", detail: "0 must be an email address." };
  expect(wordsOfFaults(refused([entry]))).toBe("To must be an email address.");
});
