import { readFileSync } from "node:fs";
import type { Examples } from "@counterfoil/http";
import { ERRORS, type ErrorCode } from "@counterfoil/service";
import { inlined } from "@counterfoil/testkit/contract";
import { exampleChecker, type ExampledDocument, normalize } from "@counterfoil/testkit/examples";
import { expect, test } from "vitest";

// R-API-9: what the OpenAPI document says about each operation besides its schemas. Prism compares it with real responses.

const http = new URL("../../packages/http/", import.meta.url);
const read = <Content>(path: string) => JSON.parse(readFileSync(new URL(path, http), "utf8")) as Content;

interface Answer {
  readonly $ref?: string;
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
  readonly "x-error-codes"?: readonly ErrorCode[];
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: NonNullable<Answer["content"]> };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly responses: Readonly<Record<string, Answer>>; readonly headers: object };
}

const document = inlined(read<Document>("openapi.json"));
const examples = read<Examples>("src/openapi/examples.gen.json");
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const answersOf = ({ responses }: Operation) =>
  Object.entries(responses).map(([status, answer]) => ({
    status,
    answer: answer.$ref === undefined ? answer : document.components.responses[answer.$ref.split("/").at(-1) ?? ""]!,
  }));

test(
  "every operation and webhook that is not named as lacking one has a recorded example that its schemas allow",
  { timeout: 180_000 },
  () => {
    const checker = exampleChecker(document as unknown as ExampledDocument);
    expect(checker.operationIds.length).toBeGreaterThan(200);
    expect(checker.webhookTypes.length).toBeGreaterThan(30);
    const { operations: recorded, webhooks } = examples;
    const operationIds = checker.operationIds.filter((id) => recorded[id] !== undefined);
    const types = checker.webhookTypes.filter((type) => webhooks[type] !== undefined);
    expect(operationIds.flatMap((id) => checker.faultsOfOperation(id, recorded[id]))).toEqual([]);
    expect(types.flatMap((type) => checker.faultsOfWebhook(type, webhooks[type]))).toEqual([]);
    expect(Object.keys(recorded).toSorted()).toEqual(operationIds.toSorted());
    expect(Object.keys(webhooks).toSorted()).toEqual(types.toSorted());
    // Operations without an example are listed: a new operation is not among them, and one with an example must be removed.
    const all = [...checker.operationIds, ...checker.webhookTypes];
    const lacking = all.filter((name) => !operationIds.includes(name) && !types.includes(name));
    expect(lacking.toSorted()).toEqual(read<string[]>("released/without-example.json").toSorted());
  },
);

test("an example with a missing, wrong or additional field is found", () => {
  const checker = exampleChecker(document as unknown as ExampledDocument);
  const good = examples.operations["createAccount"];
  expect(checker.faultsOfOperation("createAccount", undefined)).toEqual(["createAccount: there is no example"]);
  expect(
    checker.faultsOfOperation("createAccount", {
      ...good,
      request: { mediaType: "application/json", body: { name: 7 } },
    }),
  ).toEqual([expect.stringContaining("createAccount request/name must be string")]);
  const { response: _, ...unanswered } = good!;
  expect(checker.faultsOfOperation("createAccount", unanswered)).toEqual([
    "createAccount response: there is no example",
  ]);
  expect(checker.faultsOfOperation("getAccount", { ...examples.operations["getAccount"], path: {} })).not.toEqual([]);
});

test("the document shows the example of each operation in its place", () => {
  for (const { operationId, requestBody, responses, parameters } of operations) {
    const shown = examples.operations[operationId];
    const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
    const bodies = { request: requestBody?.content, response: success?.content };
    for (const place of ["request", "response"] as const) {
      const content = bodies[place];
      if (content === undefined || shown === undefined) continue;
      const { mediaType, body } = shown[place] ?? {};
      expect([operationId, place, (content[mediaType ?? ""] ?? content["image/*"])?.example]).toEqual([
        operationId,
        place,
        body,
      ]);
    }
    for (const { name, in: place, example } of parameters) {
      if (place === "path" && shown !== undefined)
        expect([operationId, name, example]).toEqual([operationId, name, expect.anything()]);
    }
  }
});

test("no example contains an address, time, ID or secret of the recording", () => {
  const text = readFileSync(new URL("src/openapi/examples.gen.json", http), "utf8");
  expect(text).not.toMatch(/127\.0\.0\.1|localhost/);
  const ids = [...text.matchAll(/\b[a-z]{2,8}_[0-9a-hjkmnp-tv-z]{26}\b/g)].map(([id]) => id);
  expect(ids.length).toBeGreaterThan(200);
  expect(ids.filter((id) => !id.includes("_01kg9a4xqr"))).toEqual([]);
  const recording = { from: Date.parse("2026-05-01T10:00:00Z"), to: Date.parse("2026-05-01T10:30:00Z") };
  const said = {
    id: "acct_01jd8v3c5kq2m4n6p8r0t2v4w6",
    same: "of acct_01jd8v3c5kq2m4n6p8r0t2v4w6",
    token: "cf_test_Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3",
    url: "http://127.0.0.1:43117/quote/Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2Rr1Qq0Pp9Oo8Nn7Mm6L",
    made: "2026-05-01T10:02:03.456Z",
    later: "2026-05-01T10:02:05.456Z",
    told: "2024-01-31T00:00:00.000Z",
  };
  const again = {
    id: "acct_01je000000aaaaaaaaaaaaaaaa",
    same: "of acct_01je000000aaaaaaaaaaaaaaaa",
    token: "cf_test_Zb9Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3",
    url: "http://127.0.0.1:50001/quote/Az9Yy8Xx7Ww6Vv5Uu4Tt3Ss2Rr1Qq0Pp9Oo8Nn7Mm6L",
    made: "2026-05-01T10:22:13.001Z",
    later: "2026-05-01T10:22:15.001Z",
    told: "2024-01-31T00:00:00.000Z",
  };
  const normal = normalize(said, recording);
  expect(normal).toEqual(normalize(again, recording));
  expect(normal).toMatchObject({
    same: `of ${normal.id}`,
    token: expect.stringMatching(/^cf_test_\w{39}$/) as string,
    url: expect.stringMatching(/^https:\/\/billing\.example\.com\/quote\/\w{43}$/) as string,
    made: "2026-01-31T08:04:12.000Z",
    later: "2026-01-31T08:04:14.000Z",
    told: "2024-01-31T00:00:00.000Z",
  });
});

test("every error status names its codes, all of the catalogue and of that status, and every code appears (R-API-4)", () => {
  const named = new Set<string>();
  for (const operation of operations) {
    const problems = answersOf(operation).filter(({ status }) => /^[45]/.test(status));
    expect(problems.map(({ status }) => status)).toEqual(expect.arrayContaining(["400", "429", "500", "503"]));
    for (const { status, answer } of problems) {
      const codes = answer["x-error-codes"] ?? [];
      expect(codes.length).toBeGreaterThan(0);
      expect(codes.map((code) => ERRORS[code].status)).toEqual(codes.map(() => Number(status)));
      for (const code of codes) {
        named.add(code);
        expect(answer.description).toContain(`\`${code}\`: ${ERRORS[code].title}.`);
      }
    }
    expect(operation.responses["default"]).toBeDefined();
  }
  // These are answered before the operation is known.
  const before = ["method_not_allowed", "request_timeout", "headers_too_large"];
  expect(Object.keys(ERRORS).filter((code) => !named.has(code))).toEqual(before);
});

test("every response describes its headers (R-API-5, R-API-8)", () => {
  const rates = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
  for (const operation of operations) {
    for (const { status, answer } of answersOf(operation)) {
      const names = Object.keys(answer.headers);
      expect([operation.operationId, status, names]).toEqual([
        operation.operationId,
        status,
        expect.arrayContaining(["X-Request-Id", "Counterfoil-Version", ...(status === "default" ? [] : rates)]),
      ]);
      if (status === "429" || status === "503") expect(names).toContain("Retry-After");
      if (answer["x-error-codes"]?.includes("unauthorized") === true) expect(names).toContain("WWW-Authenticate");
      if (status === "304") expect(names).toContain("ETag");
    }
    expect(operation.parameters.map(({ name }) => name)).toContain("Counterfoil-Version");
  }
  const headersOf = (id: string, status: string) =>
    Object.keys(operations.find(({ operationId }) => operationId === id)?.responses[status]?.headers ?? {});
  expect(headersOf("createAccount", "201")).toEqual(
    expect.arrayContaining(["Location", "ETag", "Idempotent-Replayed"]),
  );
  expect(headersOf("activateSubscription", "200")).toContain("Counterfoil-Warning");
  expect(headersOf("getInvoicePdf", "200")).toEqual(
    expect.arrayContaining(["ETag", "Content-Disposition", "Cache-Control"]),
  );
  expect(headersOf("signIn", "200")).toContain("Set-Cookie");
});

test("responses and notifications accept further fields, and request bodies do not", () => {
  const isClosed = (schema: unknown) => JSON.stringify(schema).includes('"additionalProperties":false');
  const answered = operations.flatMap((operation) => answersOf(operation).map(({ answer }) => answer.content ?? {}));
  const told = Object.values(document.webhooks).map(({ post }) => post.requestBody?.content ?? {});
  expect([...answered, ...told].filter(isClosed)).toEqual([]);
  const taken = operations.flatMap(({ requestBody }) => requestBody?.content["application/json"] ?? []);
  expect(taken.filter(isClosed).length).toBeGreaterThan(70);
});
