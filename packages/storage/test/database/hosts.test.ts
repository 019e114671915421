import { expect, test } from "vitest";
import { choosePrimary, type Found, type ServerRole } from "../../src/database/hosts/choose-primary.ts";
import { hostNames, oneHostUrl, readDatabaseAddress, withUser } from "../../src/database/hosts/database-address.ts";

test.each([
  ["postgres://u:p@a:5432,b:5433/db", "a:5432, b:5433", true],
  ["postgresql://u@a,b:5433/db?sslmode=disable", "a:5432, b:5433", true],
  ["postgres://u:p@[::1]:5432,[fe80::2]/db", "[::1]:5432, [fe80::2]:5432", true],
  ["postgres://u:p@a:5432/db?target_session_attrs=read-write", "a:5432", true],
  ["postgres://u:p@a:5432,b/db?target_session_attrs=primary", "a:5432, b:5432", true],
  ["postgres://u:p@/db?host=a,b&port=5433", "a:5433, b:5433", true],
  ["postgres://u:p@x/db?host=a,b&port=5432,5433", "a:5432, b:5433", true],
  ["postgres://u:p@localhost:5433/db?host=%2Frun%2Fpostgresql", "/run/postgresql:5433", false],
  ["postgres://u:p@a/db", "a:5432", false],
  ["postgres:///db", "localhost:5432", false],
])("reads the hosts of %s (R-HA-1)", (url, hosts, wantsPrimary) => {
  const address = readDatabaseAddress(url);
  expect([hostNames(address.hosts), address.wantsPrimary, address.database]).toEqual([hosts, wantsPrimary, "db"]);
});

test.each([
  ["mysql://u:p@a/db", "is not the URL of a PostgreSQL server"],
  ["postgres://u:p@a:5432,,b/db", 'names the host ""'],
  ["postgres://u:p@a:99999,b/db", 'names the host "a:99999"'],
  ["postgres://u:p@a,b:x/db", 'names the host "b:x"'],
  ["postgres://u:p@a,b/db?target_session_attrs=any", "has target_session_attrs=any; expected read-write or primary"],
  ["postgres://u:p@x/db?host=a,b&port=1,2,3", "names 2 hosts and 3 ports"],
  ["postgres://u:p@x/db?host=a,,b", "has an empty host"],
  ["postgres://u:p%@a,b/db", "Write %25 for a percent sign"],
])("refuses %s and says why, without the password (R-HA-1)", (url, message) => {
  const read = () => readDatabaseAddress(url);
  expect(read).toThrow(message);
  expect(read).not.toThrow("u:p");
});

test("keeps all hosts when it changes the user, and gives the driver the first (R-HA-1)", () => {
  const url = "postgres://u:p%40ss@a:1,b:2/db?target_session_attrs=read-write&sslmode=disable";
  expect(readDatabaseAddress(url)).toMatchObject({ user: "u", password: "p@ss" });
  expect(withUser(url, "app", "x/y")).toBe(
    "postgres://app:x%2Fy@a:1,b:2/db?target_session_attrs=read-write&sslmode=disable",
  );
  expect(oneHostUrl(url)).toBe("postgres://u:p%40ss@a:1/db?sslmode=disable");
});

const a = { host: "a", port: 5432 };
const b = { host: "b", port: 5432 };
const primary = (timeline: number, system: string | null = "7"): ServerRole => ({ kind: "primary", system, timeline });
const standby = (system: string | null = "7"): ServerRole => ({ kind: "standby", system, timeline: null });
const fresh = { system: null, timeline: 0 };

test.each<[string, Found[], typeof fresh | { system: string; timeline: number }, object]>([
  [
    "the only primary",
    [
      { host: a, role: standby() },
      { host: b, role: primary(1) },
    ],
    fresh,
    { kind: "found", host: b },
  ],
  [
    "the primary while the standby does not answer",
    [
      { host: a, error: new Error("ECONNREFUSED") },
      { host: b, role: primary(2) },
    ],
    fresh,
    { kind: "found", host: b },
  ],
  [
    "of two primaries the one that was promoted last",
    [
      { host: a, role: primary(1) },
      { host: b, role: primary(2) },
    ],
    fresh,
    { kind: "found", host: b },
  ],
  [
    "the first of two ways to the same primary",
    [
      { host: a, role: primary(3) },
      { host: b, role: primary(3) },
    ],
    fresh,
    { kind: "found", host: a },
  ],
  [
    "never a former primary that came back alone",
    [
      { host: a, role: primary(1) },
      { host: b, error: new Error("connect ECONNREFUSED") },
    ],
    { system: "7", timeline: 2 },
    {
      kind: "none",
      reasons: ["a:5432 is a former primary (timeline 1, but the current one is 2)", "b:5432: connect ECONNREFUSED"],
    },
  ],
  [
    "nothing among standbys",
    [
      { host: a, role: standby() },
      { host: b, role: { ...primary(1), kind: "read_only" } },
    ],
    fresh,
    {
      kind: "none",
      reasons: ["a:5432 is a standby", "b:5432 accepts only reads (default_transaction_read_only is on)"],
    },
  ],
  [
    "nothing at first if the hosts are different clusters",
    [
      { host: a, role: primary(1, "7") },
      { host: b, role: standby("8") },
    ],
    fresh,
    { kind: "different_clusters", systems: ["a:5432 is 7", "b:5432 is 8"] },
  ],
  [
    "the known cluster if another one appears later",
    [
      { host: a, role: primary(9, "8") },
      { host: b, role: primary(2) },
    ],
    { system: "7", timeline: 1 },
    { kind: "found", host: b },
  ],
])("chooses %s (R-HA-1)", (_, found, known, choice) => {
  expect(choosePrimary(found, known)).toMatchObject(choice);
});
