import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { Invocation } from "../../src/command.ts";
import { readConfiguration } from "../../src/configuration/configuration.ts";

function called(options: Record<string, string> = {}): Invocation {
  return { operand: undefined, text: (name) => options[name], texts: () => [], flag: () => false };
}

test("Nothing said, a start listens on this machine's port 8787 and keeps its data in .counterfoil", () => {
  expect(readConfiguration(called(), {})).toEqual({
    host: "127.0.0.1",
    port: 8787,
    dataFolder: resolve(".counterfoil"),
    databaseUrl: null,
    logLevel: "info",
    trustedProxies: [],
    keptEventMonths: null,
    mail: { smtp: null, publicUrl: null },
  });
});

test("The environment is read, an option wins over it, and an empty variable counts as missing", () => {
  const environment = {
    COUNTERFOIL_PORT: "9000",
    COUNTERFOIL_HOST: "0.0.0.0",
    DATABASE_URL: "",
    COUNTERFOIL_DATA: "/srv/cf",
  };
  expect(readConfiguration(called({ port: "9001" }), environment)).toMatchObject({
    host: "0.0.0.0",
    port: 9001,
    dataFolder: "/srv/cf",
    databaseUrl: null,
  });
});

test("All faults are listed at once, each by the name under which it was given (R-OPS-4)", () => {
  const environment = {
    DATABASE_URL: "mysql://root:hush@db/x",
    COUNTERFOIL_LOG_LEVEL: "loud",
    COUNTERFOIL_PORT: "80a",
  };
  expect(() => readConfiguration(called({ host: "a b" }), environment)).toThrowError(
    /in 4 places:[^]*--host[^]*COUNTERFOIL_PORT[^]*DATABASE_URL[^]*COUNTERFOIL_LOG_LEVEL/,
  );
});

test("A wrong database address is never repeated, for it may hold a password", () => {
  expect(() => readConfiguration(called(), { DATABASE_URL: "mysql://root:hush@db/x" })).not.toThrowError(/hush/);
});

test.each(["-1", "65536", "8787.5", "1e3", " 80", "abc"])("The port %j is refused", (port) => {
  expect(() => readConfiguration(called({ port }), {})).toThrowError(/--port is .*whole number from 0 to 65535/);
});

test("The proxies in front are addresses and networks, each of which has to be one (R-SUB-1)", () => {
  const read = (proxies: string) =>
    readConfiguration(called(), { COUNTERFOIL_TRUSTED_PROXIES: proxies }).trustedProxies;
  expect(read("10.0.0.0/8, 127.0.0.1,::1,fd00::/8")).toEqual(["10.0.0.0/8", "127.0.0.1", "::1", "fd00::/8"]);
  for (const wrong of ["proxy.example", "10.0.0.0/33", "10.0.0.0/8/8", "true", "10.0.0.1,", "::1/129", "0.0.0.0/0"]) {
    expect(() => read(wrong), wrong).toThrowError(/COUNTERFOIL_TRUSTED_PROXIES names/);
  }
});

test("A command that needs a server says so, in one breath with the other faults", () => {
  expect(() => readConfiguration(called({ port: "x" }), {}, { database: "required" })).toThrowError(
    /in 2 places:[^]*DATABASE_URL is needed/,
  );
});
