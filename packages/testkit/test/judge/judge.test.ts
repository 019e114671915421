import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createJudge, type Judge } from "@counterfoil/testkit/judge";
import { beforeAll, expect, test } from "vitest";

// A validator that cannot read a schema reports nothing. So these tests check that the judge finds faults.

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>;
}

let document: Document;
let judge: Judge;

beforeAll(async () => {
  const path = join(import.meta.dirname, "../../../http/openapi.json");
  document = JSON.parse(await readFile(path, "utf8")) as Document;
  judge = await createJudge(document);
});

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const KEY = { authorization: "Bearer cf_test_x" };

function judged(
  line: string,
  answer: unknown,
  { status = 200, body, headers = KEY }: { status?: number; body?: object; headers?: Record<string, string> } = {},
) {
  const [method = "", target = ""] = line.split(" ");
  const bytes = Buffer.from(body === undefined ? "" : JSON.stringify(body));
  const sent = body === undefined ? headers : { ...headers, ...JSON_TYPE, "content-length": String(bytes.length) };
  return judge.judge({
    request: { method, target, headers: sent, bytes },
    answer: { status, headers: JSON_TYPE, bytes: Buffer.from(JSON.stringify(answer)) },
  });
}

test("knows every operation, and reports a number instead of its response", async () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ path, method, responses })),
  );
  expect(operations.length).toBeGreaterThan(150);
  expect(judge.operations.toSorted()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).toSorted());
  let seen = 0;
  for (const { path, method, responses } of operations) {
    const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
    if (success?.[1].content?.["application/json"] === undefined) continue;
    const line = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "1")}`;
    const verdict = await judged(line, 7, { status: Number(success[0]) });
    const faults = verdict.kind === "known" ? verdict.inResponse : [];
    // A response with alternative shapes has a fault for each of them.
    expect([line, faults]).toEqual([line, expect.arrayContaining([expect.stringContaining("must be")])]);
    seen += 1;
  }
  expect(seen).toBeGreaterThan(120);
});

test("distinguishes faults of the response from faults of the request, by member", async () => {
  const plan = {
    id: "plan_1",
    name: "Pro",
    description: null,
    currency: "EUR",
    createdAt: "2026-01-31T08:00:00.000Z",
    updatedAt: "2026-01-31T08:00:00.000Z",
  };
  const list = { items: [plan], pageCount: 1, limit: 10 };
  expect(await judged("GET /plans", list)).toMatchObject({ kind: "known", inRequest: [], inResponse: [] });
  const { name: _, ...nameless } = plan;
  // A response may gain members without a new version: `total` is not a fault.
  const faulty = await judged("GET /plans?page=0", { ...list, items: [nameless], total: 1 });
  expect(faulty).toMatchObject({ inRequest: [expect.stringContaining("page")] });
  expect(faulty.kind === "known" && faulty.inResponse).toEqual([
    "Response body property items.0 must have required property 'name'",
  ]);
});

test("reports a missing key, an unknown member of the body and an undocumented status", async () => {
  const problem = { type: "/docs/errors#x", title: "X", status: 404, detail: "", code: "x", requestId: "1" };
  const keyless = await judged("GET /plans", problem, { status: 404, headers: {} });
  expect(keyless).toMatchObject({
    inRequest: ["Invalid security scheme used"],
    inResponse: [expect.stringContaining("code must be equal")],
  });
  const surplus = await judged("POST /plans", {}, { status: 299, body: { name: "Pro", nam: "Pro" } });
  expect(surplus).toMatchObject({
    inRequest: ["Request body must NOT have additional properties; found 'nam'"],
    // An undocumented status counts as a problem, and this response has none of its members.
    inResponse: expect.arrayContaining(["Response body must have required property 'code'"]),
  });
  expect(await judged("GET /nothing", {})).toEqual({ kind: "unknown" });
});
