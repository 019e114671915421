import { ERRORS, type ErrorCode } from "@counterfoil/service";
import { API_VERSIONS, NEWEST_VERSION, VERSION_HEADER } from "../api-version.ts";
import { resourceOf } from "../answer.ts";
import { isSingleResource } from "../entity-tag.ts";
import type { Route } from "../route.ts";
import { ALWAYS, errorCodesOf } from "./error-codes.ts";
import { addExamples } from "./add-examples.ts";
import type { Examples } from "./examples.ts";
import type { DescribedAnswer, DescribedDocument, DescribedOperation } from "./described.ts";
import { problemHeaders, RESPONSE_HEADERS, type ResponseHeader, successHeaders } from "./response-headers.ts";

const PROBLEM = "application/problem+json";

/**
 * Adds what follows from the routes and is the same for all of them: the errors of each status, response headers, the
 * version header, and recorded examples. Response schemas allow additional members.
 */
export function completeDocument(document: DescribedDocument, routes: readonly Route[], examples: Examples): void {
  const parts = createParts(document, examples);
  const byId = new Map(routes.map((route) => [route.operationId, route]));
  for (const operation of operationsOf(document)) {
    const route = byId.get(operation.operationId);
    if (route === undefined) throw new Error(`No route declares ${operation.operationId}`);
    describeAnswers(operation, route, isTagged(route, routes), parts);
    operation.parameters = [...(operation.parameters ?? []), VERSION_PARAMETER];
    if (route.deprecation !== undefined) operation.deprecated = true;
  }
  for (const { post } of Object.values(document.webhooks)) openBody(post.requestBody);
  addExamples(document, examples);
  Object.assign(document.components, parts.used());
}

export function operationsOf({ paths }: DescribedDocument): DescribedOperation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

const VERSION_PARAMETER = {
  name: VERSION_HEADER,
  in: "header",
  required: false,
  description: "The API version that the client was written for. Without it, the oldest supported version applies.",
  schema: { type: "string", enum: API_VERSIONS.map(({ name }) => name) },
  example: NEWEST_VERSION,
};

/** Whether the response has an ETag: a resource that is read, or a write that returns the resource as a read would. */
function isTagged(route: Route, routes: readonly Route[]): boolean {
  return isSingleResource(route) || (route.method !== "GET" && resourceOf(route, routes)?.response === route.response);
}

function describeAnswers(operation: DescribedOperation, route: Route, hasTag: boolean, parts: Parts): void {
  for (const [status, answer] of Object.entries(operation.responses)) {
    answer.headers = parts.headers(successHeaders(route, hasTag, Number(status)));
    openBody(answer);
  }
  for (const [status, codes] of errorCodesOf(route)) operation.responses[status] = parts.problem(status, codes);
  operation.responses["default"] = parts.otherProblem();
}

function openBody(body: Pick<DescribedAnswer, "content"> | undefined): void {
  for (const content of Object.values(body?.content ?? {})) content.schema = open(content.schema) as object;
}

/** Clients ignore unknown members, so a response may gain members without a new API version. */
function open(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(open);
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.entries(schema).filter(([name, value]) => name !== "additionalProperties" || value !== false);
  return Object.fromEntries(members.map(([name, value]) => [name, open(value)]));
}

interface Parts {
  headers(names: readonly ResponseHeader[]): Record<string, object>;
  problem(status: number, codes: readonly ErrorCode[]): DescribedAnswer;
  otherProblem(): DescribedAnswer;
  /** Sections of `components`: only the parts that operations refer to. */
  used(): Readonly<Record<string, Readonly<Record<string, object>>>>;
}

function createParts(document: DescribedDocument, { problems }: Examples): Parts {
  const headers = new Map<string, object>();
  const responses = new Map<string, object>();
  const shown = new Map<string, object>();

  function headersOf(names: readonly ResponseHeader[]): Record<string, object> {
    for (const name of names) headers.set(name, RESPONSE_HEADERS[name]);
    return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  }

  function examplesOf(codes: readonly ErrorCode[]): { examples?: object } {
    const known = codes.flatMap((code) => {
      const value = problems[code];
      if (value === undefined) return [];
      shown.set(code, { summary: ERRORS[code].title, value });
      return [[code, { $ref: `#/components/examples/${code}` }]];
    });
    return known.length === 0 ? {} : { examples: Object.fromEntries(known) as object };
  }

  function response(name: string, make: () => object): DescribedAnswer {
    if (!responses.has(name)) responses.set(name, make());
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    headers: headersOf,
    problem: (status, codes) =>
      response([status, ...codes.filter((code) => !ALWAYS.includes(code))].join("-"), () => ({
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(" "),
        headers: headersOf(problemHeaders(status, codes)),
        content: { [PROBLEM]: { schema: { $ref: "#/components/schemas/Error" }, ...examplesOf(codes) } },
        "x-error-codes": codes,
      })),
    otherProblem: () =>
      response("other", () => ({
        description:
          "Another problem: the request was not fully read (`request_timeout`, `headers_too_large`), or the code " +
          "was added by a later release. Treat an unknown status like the first of its class: 4xx as 400, 5xx as " +
          "500.",
        headers: headersOf(["X-Request-Id", VERSION_HEADER]),
        content: { [PROBLEM]: { schema: { $ref: "#/components/schemas/Error" } } },
      })),
    used: () => ({
      ...document.components,
      headers: sorted(headers),
      responses: sorted(responses),
      ...(shown.size === 0 ? {} : { examples: sorted(shown) }),
    }),
  };
}

function sorted(entries: ReadonlyMap<string, object>): Record<string, object> {
  return Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
