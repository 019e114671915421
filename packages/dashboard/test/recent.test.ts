import { expect, test } from "vitest";
import { type Recent, withRecent } from "../src/routing/recent.ts";

const account = (each: number): Recent => ({ to: `/accounts/${each}`, name: `Account ${each}`, kind: "Account" });

test("an opened object is first, once, under its newest name, and the eleventh is forgotten", () => {
  const ten = Array.from({ length: 10 }, (_, each) => account(each));
  const renamed = { ...account(4), name: "Renamed" };
  expect(withRecent(ten, renamed)).toEqual([renamed, ...ten.filter(({ to }) => to !== renamed.to)]);
  expect(withRecent(ten, account(10))).toEqual([account(10), ...ten.slice(0, 9)]);
});
