import { readFileSync } from "node:fs";
import { compareContracts, type Contract, contractOf } from "@counterfoil/testkit/contract";
import { expect, test } from "vitest";

const http = new URL("../../packages/http/", import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, http), "utf8"));

interface AcceptedBreak {
  readonly break: string;
  /** The decision with the reason, in docs/decisions. */
  readonly decision: string;
}

test("the interface has no breaking change against the released one, except accepted ones (R-API-9)", () => {
  const released = read("released/contract.json") as Contract;
  const accepted = read("released/accepted-breaks.json") as AcceptedBreak[];
  const { breaks, operations, webhooks, schemas } = compareContracts(
    released,
    contractOf(read("openapi.json") as object),
  );
  expect(operations).toBeGreaterThan(200);
  expect(webhooks).toBeGreaterThan(30);
  expect(schemas).toBeGreaterThan(5_000);
  // An accepted break that no longer applies must be removed from the list.
  expect(breaks.toSorted()).toEqual(accepted.map((one) => one.break).toSorted());
  for (const { decision } of accepted)
    expect(() => readFileSync(new URL(`../../docs/decisions/${decision}`, http))).not.toThrow();
});

/** A small interface with one of each kind of element. */
const small = {
  info: { version: "2026-01-31" },
  components: {
    schemas: {
      Problem: { type: "object", required: ["code"], properties: { code: { type: "string", enum: ["not_found"] } } },
    },
    responses: {
      "404-not_found": {
        headers: { "X-Request-Id": {} },
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  },
  paths: {
    "/things": {
      post: {
        operationId: "createThing",
        parameters: [
          { name: "dryRun", in: "query", required: false, schema: { type: "boolean" } },
          { name: "Idempotency-Key", in: "header", required: false, schema: { type: "string", maxLength: 255 } },
        ],
        requestBody: {
          required: false,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["name"],
                properties: {
                  name: { type: ["string", "null"], maxLength: 255 },
                  note: { type: "string" },
                  color: { type: "string", enum: ["red", "blue"] },
                  weight: { type: "number", minimum: 0 },
                  tags: { type: "array", items: { type: "string" } },
                  shape: {
                    anyOf: [{ type: "string" }, { type: "object", properties: {}, additionalProperties: false }],
                  },
                },
                additionalProperties: false,
              },
            },
            "text/csv": { schema: { type: "string" } },
          },
        },
        responses: {
          201: {
            headers: { Location: {}, ETag: {} },
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["id", "madeAt"],
                  properties: {
                    id: { type: "string" },
                    madeAt: { type: "string", format: "date-time" },
                    color: { type: "string", enum: ["red", "blue"] },
                    tags: { type: "array", items: { type: "string" } },
                    count: { type: "integer" },
                    byDay: { type: "object", additionalProperties: { type: "string" } },
                    shape: { anyOf: [{ type: "string" }, { type: "integer" }] },
                  },
                },
              },
            },
          },
          404: { $ref: "#/components/responses/404-not_found" },
        },
      },
    },
    "/open": { get: { operationId: "getOpen", security: [], responses: { 200: {}, 304: {} } } },
  },
  webhooks: {
    "thing.made": {
      post: {
        operationId: "onThingMade",
        parameters: [{ name: "webhook-id", in: "header", required: true, schema: { type: "string" } }],
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", required: ["type"], properties: { type: { type: "string" } } },
            },
          },
        },
        responses: {},
      },
    },
  },
};

/** What the abbreviated paths in the tables below mean. */
const AT: Readonly<Record<string, string>> = {
  op: "/paths/~things/post",
  body: "/paths/~things/post/requestBody/content/application~json/schema",
  answer: "/paths/~things/post/responses/201/content/application~json/schema",
};

type Change = readonly [way: string, value?: unknown];

/** The small interface with a change: a value set at a path, or removed. */
function changed(changes: readonly Change[]): Contract {
  const copy = structuredClone(small) as unknown as Contract;
  for (const [way, value] of changes) {
    const steps = way
      .replace(/^\w+/, (word) => AT[word] ?? `/${word}`)
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~", "/"));
    const last = steps.pop() ?? "";
    const target = steps.reduce<Record<string, unknown>>(
      (at, step) => at[step] as Record<string, unknown>,
      copy as never,
    );
    if (value === undefined && Array.isArray(target)) target.splice(Number(last), 1);
    else if (value === undefined) Reflect.deleteProperty(target, last);
    else target[last] = value;
  }
  return copy;
}

const breaking: readonly (readonly [string, readonly Change[], string])[] = [
  ["a path that is gone", [["paths/~things"]], "POST /things: the operation is gone"],
  ["a method that is gone", [["paths/~open/get"]], "GET /open: the operation is gone"],
  [
    "another name of an operation",
    [["op/operationId", "makeThing"]],
    "POST /things: its name is makeThing, and was createThing",
  ],
  [
    "a public operation that needs a key",
    [["paths/~open/get/security", [{ apiKey: [] }]]],
    "GET /open: who may call it is restricted",
  ],
  [
    "a key's operation that needs a session",
    [["op/security", [{ session: [] }]]],
    "POST /things: who may call it is restricted",
  ],
  ["a parameter that is gone", [["op/parameters/0"]], "POST /things query dryRun: the parameter is not taken any more"],
  [
    "a parameter that is required",
    [["op/parameters/0/required", true]],
    "POST /things query dryRun: the parameter is required, and was not",
  ],
  [
    "a parameter of another type",
    [["op/parameters/0/schema/type", "string"]],
    "POST /things query dryRun: the type boolean is not taken any more",
  ],
  [
    "a new parameter that is required",
    [["op/parameters/2", { name: "at", in: "query", required: true, schema: {} }]],
    "POST /things query at: the parameter is required, and was not",
  ],
  ["a body that is required", [["op/requestBody/required", true]], "POST /things: a body is required, and was not"],
  [
    "a form of the body that is gone",
    [["op/requestBody/content/text~csv"]],
    "POST /things ← text/csv: it is not taken any more",
  ],
  ["a body that is gone", [["op/requestBody"]], "POST /things: the body is not taken any more"],
  ["a member that is not taken", [["body/properties/note"]], "POST /things ←/note: the member is not taken any more"],
  [
    "a member that is required",
    [["body/required", ["name", "note"]]],
    "POST /things ←/note: the member is required, and was not",
  ],
  [
    "a new member that is required",
    [
      ["body/properties/size", { type: "string" }],
      ["body/required", ["name", "size"]],
    ],
    "POST /things ←/size: the member is required, and was not",
  ],
  [
    "a type that is narrower",
    [["body/properties/name/type", "string"]],
    "POST /things ←/name: the type null is not taken any more",
  ],
  [
    "a number that has to be whole",
    [["body/properties/weight/type", "integer"]],
    "POST /things ←/weight: the type number is not taken any more",
  ],
  [
    "a value that is not taken",
    [["body/properties/color/enum", ["red"]]],
    'POST /things ←/color: the value "blue" is not taken any more',
  ],
  ["text that becomes a choice", [["body/properties/note/enum", ["a"]]], 'POST /things ←/note: takes only "a"'],
  ["a lower maximum", [["body/properties/name/maxLength", 10]], "POST /things ←/name: maxLength is 10, and was 255"],
  ["a new maximum", [["body/properties/tags/maxItems", 3]], "POST /things ←/tags: maxItems is 3, and was none"],
  ["a higher minimum", [["body/properties/weight/minimum", 1]], "POST /things ←/weight: minimum is 1, and was 0"],
  ["a new pattern", [["body/properties/note/pattern", "^a"]], 'POST /things ←/note: pattern is "^a", and was none'],
  ["a new format", [["body/properties/note/format", "uri"]], 'POST /things ←/note: format is "uri", and was none'],
  [
    "items of another type",
    [["body/properties/tags/items/type", "integer"]],
    "POST /things ←/tags/[]: the type string is not taken any more",
  ],
  [
    "a shape that is not taken",
    [["body/properties/shape/anyOf/0"]],
    "POST /things ←/shape: shape 1 of 2 is not taken any more",
  ],
  [
    "a status of success that is another",
    [["op/responses/200", {}], ["op/responses/201"]],
    "POST /things → 201: it is not answered any more",
  ],
  ["a 304 that is gone", [["paths/~open/get/responses/304"]], "GET /open → 304: it is not answered any more"],
  ["a header that is gone", [["op/responses/201/headers/Location"]], "POST /things → 201: the header Location is gone"],
  [
    "a header of a problem that is gone",
    [["components/responses/404-not_found/headers/X-Request-Id"]],
    "POST /things → 404: the header X-Request-Id is gone",
  ],
  [
    "an answer in another form",
    [["op/responses/201/content", { "text/csv": {} }]],
    "POST /things → 201 application/json: it is not answered any more",
  ],
  [
    "an answered member that is gone",
    [["answer/properties/id"], ["answer/required", ["madeAt"]]],
    "POST /things → 201/id: the member is gone",
  ],
  [
    "an answered member that may be missing",
    [["answer/required", ["id"]]],
    "POST /things → 201/madeAt: the member may be missing",
  ],
  [
    "an answered member that may be null",
    [["answer/properties/id/type", ["string", "null"]]],
    "POST /things → 201/id: may be of type null, and was string",
  ],
  [
    "a count that may have a fraction",
    [["answer/properties/count/type", "number"]],
    "POST /things → 201/count: may be of type number, and was integer",
  ],
  ["a member of any type", [["answer/properties/id", {}]], "POST /things → 201/id: may be of any type, and was string"],
  [
    "another format",
    [["answer/properties/madeAt/format", "date"]],
    'POST /things → 201/madeAt: the format is "date", and was "date-time"',
  ],
  [
    "answered items of another type",
    [["answer/properties/tags/items/type", "integer"]],
    "POST /things → 201/tags/[]: may be of type integer, and was string",
  ],
  [
    "answered values of another type",
    [["answer/properties/byDay/additionalProperties/type", "integer"]],
    "POST /things → 201/byDay/*: may be of type integer, and was string",
  ],
  [
    "a further shape of an answer",
    [["answer/properties/shape/anyOf/2", { type: "boolean" }]],
    "POST /things → 201/shape: shape 3 of 3 is like none before",
  ],
  [
    "a member of problems that is gone",
    [["components/schemas/Problem/properties/code"]],
    "POST /things → 404/code: the member is gone",
  ],
  ["a notification that is gone", [["webhooks/thing.made"]], "webhook thing.made: it is not sent any more"],
  [
    "a member of a notification that is gone",
    [["webhooks/thing.made/post/requestBody/content/application~json/schema/properties/type"]],
    "webhook thing.made/type: the member is gone",
  ],
  [
    "a header of webhooks that is gone",
    [["webhooks/thing.made/post/parameters/0"]],
    "webhook thing.made: the header webhook-id is gone",
  ],
];

test.each(breaking)("%s is found", (_name, changes, found) => {
  expect(compareContracts(small, changed(changes)).breaks).toEqual([found]);
});

const compatible: readonly (readonly [string, readonly Change[]])[] = [
  ["a new path", [["paths/~more", { get: { operationId: "getMore", responses: { 200: {} } } }]]],
  ["a new optional parameter", [["op/parameters/2", { name: "at", in: "query", schema: {} }]]],
  ["a new optional member", [["body/properties/size", { type: "string" }]]],
  ["a member that is required no more", [["body/required", []]]],
  ["a wider type", [["body/properties/note/type", ["string", "null"]]]],
  ["a further value", [["body/properties/color/enum", ["red", "blue", "green"]]]],
  ["a wider bound", [["body/properties/name/maxLength", 1_000]]],
  ["a further shape of a body", [["body/properties/shape/anyOf/2", { type: "integer" }]]],
  ["a further member of an answer", [["answer/properties/size", { type: "string" }]]],
  ["a further word of an answer", [["answer/properties/color/enum", ["red", "blue", "green"]]]],
  ["a member that is always there", [["answer/required", ["id", "madeAt", "color"]]]],
  ["a further error", [["op/responses/409", {}]]],
  ["an error that is gone", [["op/responses/404"]]],
  ["a further header", [["op/responses/201/headers/Sunset", {}]]],
  ["a further notification", [["webhooks/thing.gone", { post: { operationId: "onThingGone", responses: {} } }]]],
  ["an operation that becomes public", [["op/security", []]]],
];

test.each(compatible)("%s is compatible", (_name, changes) => {
  const { breaks, operations, webhooks, schemas } = compareContracts(small, changed(changes));
  expect({ breaks, operations, webhooks }).toEqual({ breaks: [], operations: 2, webhooks: 1 });
  expect(schemas).toBeGreaterThan(15);
});

test("a field named like a keyword is kept in a release, and descriptions are not", () => {
  const schema = { description: "Of a thing.", properties: { description: { type: "string", example: "A" } } };
  expect(contractOf({ schema })).toEqual({ schema: { properties: { description: { type: "string" } } } });
});
