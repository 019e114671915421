import { expect, test } from "vitest";
import { refuseLastOwner, refuseOwnerBy } from "../../src/people/owners.ts";
import { isRole, ROLE_SCOPES, ROLES } from "../../src/people/role.ts";

// R-USER-1: the permissions of a role, and who can add and remove owners.

test("each role has exactly its own scopes", () => {
  expect(ROLE_SCOPES).toEqual({
    owner: ["read", "write", "ingest", "billing", "admin"],
    admin: ["read", "write", "ingest", "billing", "admin"],
    finance: ["read", "write", "billing"],
    developer: ["read", "write", "ingest"],
    viewer: ["read"],
  });
  expect(ROLES.every(isRole)).toBe(true);
  expect(isRole("root")).toBe(false);
});

test("only a signed-in owner or an operator command can add and remove owners", () => {
  const refuse = (type: "person" | "api_key" | "command" | "system", id: string) => () =>
    refuseOwnerBy({ type, id }, ["person_1"]);
  expect(refuse("person", "person_1")).not.toThrow();
  expect(refuse("command", "create-owner")).not.toThrow();
  for (const [type, id] of [
    ["person", "person_2"],
    ["api_key", "person_1"],
    ["system", "worker"],
  ] as const) {
    expect(refuse(type, id)).toThrow(expect.objectContaining({ code: "insufficient_scope", status: 403 }));
  }
});

test("at least one owner must stay", () => {
  expect(() => refuseLastOwner(["person_1", "person_2"])).not.toThrow();
  expect(() => refuseLastOwner(["person_1"])).toThrow(expect.objectContaining({ code: "state_conflict" }));
});
