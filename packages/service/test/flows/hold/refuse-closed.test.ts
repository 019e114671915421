import { expect, test } from "vitest";
import { refuseClosed } from "../../../src/flows/hold/refuse-closed.ts";

test("a closed hold is refused with what became of it (R-CREDIT-1)", () => {
  const hold = { id: "hold_1", expiresAt: "2026-01-01T00:15:00.000Z", closedAt: "2026-01-01T00:10:00.000Z" };
  expect(() => refuseClosed({ ...hold, state: "open" }, "")).not.toThrow();
  expect(() => refuseClosed({ ...hold, state: "expired" }, "")).toThrow(/hold_1 expired at 2026-01-01T00:15:00.000Z/);
  expect(() => refuseClosed({ ...hold, state: "settled" }, "Use another.")).toThrow(
    "The hold hold_1 was settled at 2026-01-01T00:10:00.000Z. Use another.",
  );
  expect(() => refuseClosed({ ...hold, state: "released" }, "")).toThrow(/hold_1 was released/);
});
