import { expect, test } from "vitest";
import { viewFaults } from "../../src/views/check-view.ts";
import { callingPerson, type SavedView, toSavedView } from "../../src/views/saved-view.ts";

const at = "2026-01-31T08:00:00.000Z";
const view: SavedView = {
  id: "view_1",
  list: "invoices",
  name: "Overdue",
  shared: true,
  filters: { status: "overdue", due: "before" },
  sort: "dueDate:asc",
  columns: null,
  createdAt: at,
  updatedAt: at,
};

test("a view with filters and an order of its list is accepted", () => {
  expect(viewFaults(view, null)).toEqual([]);
  expect(viewFaults({ ...view, shared: false, sort: null, filters: {} }, "person_1")).toEqual([]);
});

test.each([
  ["a filter of another list", { filters: { method: "cash" } }, "/filters/method"],
  ["an unknown field", { sort: "color:asc" }, "/sort"],
  ["a wrong direction", { sort: "dueDate:up" }, "/sort"],
  ["a second direction", { sort: "dueDate:asc:desc" }, "/sort"],
  ["a private view of an API key", { shared: false }, "/shared"],
])("%s is refused", (_, members, pointer) => {
  expect(viewFaults({ ...view, ...members }, null).map((fault) => fault.pointer)).toEqual([pointer]);
});

test("a view without a person is shared, and only a person has private views", () => {
  const { shared: _, ...row } = view;
  expect(toSavedView({ ...row, personId: null })).toEqual(view);
  expect(toSavedView({ ...row, personId: "person_1" })).toEqual({ ...view, shared: false });
  expect(callingPerson({ type: "person", id: "person_1" })).toBe("person_1");
  expect(callingPerson({ type: "api_key", id: "key_1" })).toBeNull();
});
