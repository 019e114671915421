import { expect, test } from "vitest";
import { KnownFamilies } from "../../../src/flows/hold/known-families.ts";

const named = (reference: string, organizationId = "org") => ({ context: { organizationId }, reference });

test("the accounts to lock together are remembered for each account of an organization (R-CREDIT-2)", () => {
  const families = new KnownFamilies();
  expect(families.of(named("a"))).toBeUndefined();
  families.note(named("a"), ["a", "b"]);
  families.note(named("alone"), []);
  expect(families.of(named("a"))).toEqual(["a", "b"]);
  expect(families.of(named("a", "other"))).toBeUndefined();
  expect(families.of(named("alone"))).toBeUndefined();
  families.note(named("a"), ["a", "b", "c"]);
  expect(families.of(named("a"))).toEqual(["a", "b", "c"]);
  families.note(named("a"), []);
  expect(families.of(named("a"))).toBeUndefined();
});

test("a process forgets all of them when there are ten thousand (R-CREDIT-2)", () => {
  const families = new KnownFamilies();
  for (let place = 0; place < 10_000; place += 1) families.note(named(`acct_${place}`), ["a", "b"]);
  families.note(named("alone"), []);
  expect(families.of(named("acct_0"))).toEqual(["a", "b"]);
  families.note(named("one more"), ["a", "b"]);
  expect(families.of(named("acct_0"))).toBeUndefined();
  expect(families.of(named("one more"))).toEqual(["a", "b"]);
});
