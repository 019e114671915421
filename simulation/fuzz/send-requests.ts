import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Api, Environment } from "@counterfoil/testkit/scenario";
import fc from "fast-check";
import type { Schema } from "./arbitrary-of-schema.ts";
import { type FuzzedRequest, type Operation, requestsTo } from "./requests.ts";

/** What came of the requests. */
export interface FuzzOutcome {
  readonly sent: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Operations that answered with a 2xx at least once. */
  readonly succeeded: number;
  readonly operations: number;
  readonly slowestMilliseconds: number;
  readonly faults: readonly string[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface Described {
  readonly parameters?: Operation["parameters"];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Operation["responses"];
}

/** Streams have no end, and a revoked key would end the run. */
const LEFT_OUT = new Set(["GET /events/tail", "DELETE /api-keys/{id}"]);
/** Of a server that is well: what it is to call does not answer here. */
const ALLOWED_CODES = new Set(["provider_unavailable"]);
const MOST_IDS = 400;

/**
 * Sends so many requests made from the OpenAPI document of a running platform, the same for the same seed and server. Each answer
 * has to be below 500 and in time, a problem when it is an error, and valid against its own schema when it is none.
 */
export async function sendFuzzed(
  platform: Environment,
  options: { seed: number; requests: number; longestMilliseconds: number },
): Promise<FuzzOutcome> {
  const { api } = await platform.createOrganization();
  const document = await api.get<OpenApi>("/openapi.json");
  const operations = operationsOf(document);
  const check = answerCheck(document);
  const byStatus = new Map<number, number>();
  const succeeded = new Set<Operation>();
  const faults: string[] = [];
  const ids: string[] = [];
  let slowest = 0;
  for (let sent = 0; sent < options.requests; sent += 1) {
    const operation = operations[(sent * 7 + (sent >> 6)) % operations.length];
    if (operation === undefined) continue;
    const [request] = fc.sample(requestsTo(operation, ids), { seed: options.seed + sent, numRuns: 1 });
    if (request === undefined) continue;
    const begun = performance.now();
    const answer = await send(platform.url, api, request);
    const took = performance.now() - begun;
    slowest = Math.max(slowest, took);
    byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
    if (answer.status < 300) succeeded.add(operation);
    const wrong = check(operation, answer);
    if (took > options.longestMilliseconds) wrong.push(`took ${took.toFixed(0)} ms`);
    for (const fault of wrong)
      faults.push(
        `#${sent} ${operation.method} ${request.path.slice(0, 200)}: ${fault} ${request.body?.slice(0, 500) ?? ""}`,
      );
    remember(ids, answer.text);
  }
  return {
    sent: options.requests,
    byStatus,
    succeeded: succeeded.size,
    operations: operations.length,
    slowestMilliseconds: slowest,
    faults,
  };
}

function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, { parameters = [], requestBody, responses }]) => {
      const method = name.toUpperCase();
      if (LEFT_OUT.has(`${method} ${path}`)) return [];
      return [{ method, path, parameters, body: requestBody?.content?.["application/json"]?.schema, responses }];
    }),
  );
}

interface SentAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function send(url: string, api: Api, { operation, path, headers, body }: FuzzedRequest): Promise<SentAnswer> {
  const answer = await fetch(url + path, {
    method: operation.method,
    headers: { Authorization: `Bearer ${api.token}`, ...headers },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: answer.status, type: answer.headers.get("Content-Type") ?? "", text: await answer.text() };
}

function answerCheck(document: OpenApi): (operation: Operation, answer: SentAnswer) => string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema({ $id: "openapi.json", components: document.components });
  const compiled = new Map<Schema, ValidateFunction>();

  function fault(schema: Schema | undefined, text: string): string[] {
    if (schema === undefined) return ["an answer that is not described"];
    let validate = compiled.get(schema);
    if (validate === undefined) {
      const located = JSON.stringify(schema).replaceAll('"#/components', '"openapi.json#/components');
      validate = ajv.compile(JSON.parse(located) as object);
      compiled.set(schema, validate);
    }
    const value = parsed(text);
    if (value === undefined) return ["a body that is no JSON"];
    return validate(value)
      ? []
      : [`does not match its schema: ${ajv.errorsText(validate.errors)} ${text.slice(0, 300)}`];
  }

  return ({ responses }, { status, type, text }) => {
    if (status >= 400) {
      if (!type.startsWith("application/problem+json")) return [`${status} as ${type}: ${text.slice(0, 200)}`];
      const { code } = (parsed(text) ?? {}) as { code?: string };
      if (status >= 500 && !ALLOWED_CODES.has(code ?? "")) return [`${status} ${text.slice(0, 300)}`];
      return fault(responses["4XX"]?.content?.["application/problem+json"]?.schema, text);
    }
    if (!type.includes("json")) return [];
    return fault(responses[String(status)]?.content?.["application/json"]?.schema, text);
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Later requests name what there is by now. */
function remember(ids: string[], text: string): void {
  for (const [id] of text
    .slice(0, 20_000)
    .matchAll(/\b(?:acct|prod|price|bun|plan|metric|subv?|inv|line|pay|clock|tax|alert|feat)_[0-9a-z]{26}\b/g)) {
    if (ids.includes(id)) continue;
    if (ids.length >= MOST_IDS) ids.splice(Math.floor(ids.length / 2), 1);
    ids.push(id);
  }
}
