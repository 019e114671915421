import { expect, test } from "vitest";
import { automaticStart } from "../../../src/flows/quote/automatic-start.ts";

// R-SUB-1: what an accepted quote has due.

test("an automatic contract is due at the local midnight of its start; a manual one is never due", () => {
  const start = { contractStartOn: "2024-04-01" };
  expect(automaticStart({ ...start, activationMode: "automatic" }, "Europe/Berlin")).toEqual({
    nextBillingOn: "2024-04-01",
    nextBillingAt: "2024-03-31T22:00:00.000Z",
  });
  expect(automaticStart({ ...start, activationMode: "manual" }, "Europe/Berlin")).toEqual({});
});
