import { collectBreaks, type Compared } from "./breaks.ts";
import { compareAnswered } from "./compare-answered.ts";
import { compareTaken } from "./compare-taken.ts";
import type { Answer, Contract, Operation, Parameter } from "./contract.ts";

export interface Comparison {
  /** What breaks a client of the released API, each as a line. */
  readonly breaks: readonly string[];
  /** The numbers of compared operations, webhooks and schemas. */
  readonly operations: number;
  readonly webhooks: number;
  readonly schemas: number;
}

/** Compares the API of a release with the current one (docs/api-versions.md defines what is compatible). */
export function compareContracts(before: Contract, now: Contract): Comparison {
  const contracts = { before, now };
  const breaks = collectBreaks();
  let operations = 0;
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, from] of Object.entries(methods)) {
      const at = `${method.toUpperCase()} ${path}`;
      const to = now.paths[path]?.[method];
      operations += 1;
      if (to === undefined) breaks.add(at, "the operation is gone");
      else compareOperations({ contracts, at, breaks }, from, to);
    }
  }
  for (const [type, { post: from }] of Object.entries(before.webhooks)) {
    const to = now.webhooks[type]?.post;
    const at = `webhook ${type}`;
    if (to === undefined) breaks.add(at, "it is not sent any more");
    else compareWebhooks({ contracts, at, breaks }, from, to);
  }
  const webhooks = Object.keys(before.webhooks).length;
  return { breaks: breaks.found, operations, webhooks, schemas: breaks.schemas };
}

function compareOperations({ contracts, at, breaks }: Compared, from: Operation, to: Operation): void {
  if (from.operationId !== to.operationId) breaks.add(at, `its name is ${to.operationId}, and was ${from.operationId}`);
  if (!letsIn(from, to)) breaks.add(at, "who may call it is restricted");
  compareParameters({ contracts, at, breaks }, from.parameters ?? [], to.parameters ?? []);
  compareBodies({ contracts, at, breaks }, from, to);
  for (const [status, answer] of Object.entries(from.responses)) {
    const was = resolvedAnswer(contracts.before, answer);
    const is = to.responses[status] && resolvedAnswer(contracts.now, to.responses[status]);
    const place = `${at} → ${status}`;
    if (is === undefined) {
      if (/^[23]/.test(status)) breaks.add(place, "it is not answered any more");
    } else compareAnswers({ contracts, at: place, breaks }, was, is);
  }
}

/**
 * Whether every caller that was allowed still is. An operation may become public, or a session-only one may accept
 * keys.
 */
function letsIn({ security: before }: Operation, { security: now }: Operation): boolean {
  if (now === undefined) return before?.length !== 0;
  return now.length === 0 || JSON.stringify(now) === JSON.stringify(before);
}

function compareParameters(
  { contracts, at, breaks }: Compared,
  from: readonly Parameter[],
  to: readonly Parameter[],
): void {
  const keyOf = ({ name, in: place }: Parameter) => `${place} ${name}`;
  const byKey = (contract: Contract, parameters: readonly Parameter[]) =>
    new Map(parameters.map((parameter) => resolvedParameter(contract, parameter)).map((one) => [keyOf(one), one]));
  const now = byKey(contracts.now, to);
  const before = byKey(contracts.before, from);
  for (const [key, was] of before) {
    const is = now.get(key);
    if (is === undefined) breaks.add(`${at} ${key}`, "the parameter is not taken any more");
    else compareTaken({ contracts, at: `${at} ${key}`, breaks }, was.schema, is.schema);
  }
  for (const [key, is] of now) {
    if (is.required === true && before.get(key)?.required !== true) {
      breaks.add(`${at} ${key}`, "the parameter is required, and was not");
    }
  }
}

function compareBodies({ contracts, at, breaks }: Compared, from: Operation, to: Operation): void {
  const was = from.requestBody;
  const is = to.requestBody;
  if (is?.required === true && was?.required !== true) breaks.add(at, "a body is required, and was not");
  if (was !== undefined && is === undefined) return breaks.add(at, "the body is not taken any more");
  for (const [mediaType, { schema = {} }] of Object.entries(was?.content ?? {})) {
    const taken = is?.content[mediaType];
    if (taken === undefined) breaks.add(`${at} ← ${mediaType}`, "it is not taken any more");
    else compareTaken({ contracts, at: `${at} ←`, breaks }, schema, taken.schema ?? {});
  }
}

function compareAnswers({ contracts, at, breaks }: Compared, from: Answer, to: Answer): void {
  for (const name of Object.keys(from.headers ?? {})) {
    if (to.headers?.[name] === undefined) breaks.add(at, `the header ${name} is gone`);
  }
  for (const [mediaType, { schema = {} }] of Object.entries(from.content ?? {})) {
    const answered = to.content?.[mediaType];
    if (answered === undefined) breaks.add(`${at} ${mediaType}`, "it is not answered any more");
    else compareAnswered({ contracts, at, breaks }, schema, answered.schema ?? {});
  }
}

/** Counterfoil sends it, so it is compared like a response. */
function compareWebhooks({ contracts, at, breaks }: Compared, from: Operation, to: Operation): void {
  for (const { name } of from.parameters ?? []) {
    if (to.parameters?.some((one) => one.name === name) !== true) breaks.add(at, `the header ${name} is gone`);
  }
  for (const [mediaType, { schema = {} }] of Object.entries(from.requestBody?.content ?? {})) {
    const sent = to.requestBody?.content[mediaType];
    if (sent === undefined) breaks.add(`${at} ${mediaType}`, "it is not sent any more");
    else compareAnswered({ contracts, at, breaks }, schema, sent.schema ?? {});
  }
}

function resolvedParameter({ components }: Contract, parameter: Parameter): Parameter {
  if (parameter.$ref === undefined) return parameter;
  const found = components.parameters?.[parameter.$ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`${parameter.$ref} does not resolve`);
  return found;
}

function resolvedAnswer({ components }: Contract, answer: Answer): Answer {
  if (answer.$ref === undefined) return answer;
  const found = components.responses[answer.$ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`${answer.$ref} does not resolve`);
  return found;
}
