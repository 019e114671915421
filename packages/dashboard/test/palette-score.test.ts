import { expect, test } from "vitest";
import { paletteScore } from "../src/app/palette-score.ts";

test("a page ranks before its actions, and both before a match by synonym", () => {
  expect(paletteScore("Invoices", "inv")).toBeGreaterThan(paletteScore("New invoice", "inv"));
  expect(paletteScore("New invoice", "inv")).toBeGreaterThan(paletteScore("People", "inv", ["invitations"]));
  expect(paletteScore("People", "invite", ["invitations"])).toBe(0);
});
