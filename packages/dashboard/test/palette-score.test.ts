import { expect, test } from "vitest";
import { paletteScore } from "../src/app/palette-score.ts";

test("a place comes before what is begun there, and both before what is only called so by others", () => {
  expect(paletteScore("Invoices", "inv")).toBeGreaterThan(paletteScore("New invoice", "inv"));
  expect(paletteScore("New invoice", "inv")).toBeGreaterThan(paletteScore("People", "inv", ["invitations"]));
  expect(paletteScore("People", "invite", ["invitations"])).toBe(0);
});
