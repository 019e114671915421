import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Books, compareAnswers } from "./upgrade/compare-answers.ts";
import { createRoundRobin, createSeen } from "./upgrade/round-robin.ts";

// R-DIST-3: the proof of an upgrade (`npm run upgrade:proof`) fails if anything that was answered is lost.

const answered: Books = {
  events: ["a", "b"],
  accounts: new Set(["acct_1"]),
  subscriptions: new Set(["sub_1"]),
  invoices: new Map([["inv_1", "2.50"]]),
};

test("finds no fault if everything answered is stored, and something unanswered as well", () => {
  const stored = { ...answered, events: ["a", "unanswered", "b"], accounts: new Set(["acct_1", "acct_2"]) };
  expect(compareAnswers(answered, stored)).toEqual([]);
});

test.each<[string, Partial<Books>, string]>([
  ["a lost event", { events: ["a"] }, "the event b was answered, and is stored 0 times"],
  ["an event stored twice", { events: ["a", "b", "b"] }, "the event b was answered, and is stored 2 times"],
  ["an unanswered event stored twice", { events: ["a", "b", "c", "c"] }, "the event c is stored 2 times"],
  ["a lost account", { accounts: new Set() }, "acct_1 of accounts was answered, and is not stored"],
  ["a lost subscription", { subscriptions: new Set() }, "sub_1 of subscriptions was answered, and is not stored"],
  ["a lost invoice", { invoices: new Map() }, "the invoice inv_1 was answered with 2.50, and has no row"],
  [
    "another total",
    { invoices: new Map([["inv_1", "2.51"]]) },
    "the invoice inv_1 was answered with 2.50, and has 2.51",
  ],
])("finds %s", (_, change, fault) => {
  expect(compareAnswers(answered, { ...answered, ...change })).toEqual([fault]);
});

test("finds a load that created nothing", () => {
  const nothing: Books = { events: [], accounts: new Set(), subscriptions: new Set(), invoices: new Map() };
  expect(compareAnswers(nothing, nothing)).toHaveLength(4);
});

let server: Server | undefined;
afterEach(() => server?.closeAllConnections());
afterEach(() => server?.close());

/** Answers the first request as given, and later ones with 200. Returns what a client saw. */
async function ask(first: (response: ServerResponse) => void) {
  let count = 0;
  server = createServer((request, response) => {
    request.resume();
    if ((count += 1) === 1) first(response);
    else response.end("{}");
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const seen = createSeen();
  const { port } = server.address() as AddressInfo;
  const platform = createRoundRobin([`http://127.0.0.1:${port}`], "key", seen);
  await platform.ask("POST", "/accounts", {});
  platform.end();
  return { ...seen, count };
}

test("a 503 with Retry-After is sent again, and is no fault", async () => {
  const seen = await ask((response) => response.writeHead(503, { "Retry-After": "1" }).end());
  expect(seen).toMatchObject({ count: 2, faults: [] });
});

test.each([500, 502, 503])("a %i without Retry-After is a fault", async (status) => {
  const seen = await ask((response) => response.writeHead(status).end("late"));
  expect(seen.faults).toEqual([`POST /accounts was answered ${status}: late`]);
});

test("a response that ends early is a fault, and a closed connection without a response is counted", async () => {
  const cut = await ask((response) => {
    response.writeHead(200, { "Content-Length": "10" });
    response.write("half", () => response.socket?.destroy());
  });
  expect(cut.faults).toEqual([expect.stringContaining("the response to POST /accounts was cut")]);
  const closed = await ask((response) => response.socket?.destroy());
  expect(closed).toMatchObject({ count: 2, unanswered: 1, faults: [] });
});
