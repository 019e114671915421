import type { FastifyInstance } from "fastify";
import type { Ports } from "../ports.ts";
import type { Problem } from "../problem.ts";
import type { Route } from "../route.ts";
import type { RunMode, Runs } from "../runs/run.ts";
import type { McpCaller } from "./caller.ts";
import { type OperationInput, requestOf } from "./input.ts";
import type { Operation } from "./operations.ts";
import { signatureOf } from "./signature.ts";
import { ToolFailure } from "./tool-failure.ts";

/** What tools work with. */
export interface Desk {
  readonly server: FastifyInstance;
  readonly ports: Ports;
  readonly runs: Runs;
  readonly operations: ReadonlyMap<string, Operation>;
}

interface OperationCall {
  readonly route: Route;
  readonly input: OperationInput;
  readonly mode?: RunMode;
  /** Whether the model chose the operation, so that a refusal shows its input. */
  readonly showsInput?: boolean;
}

interface OperationAnswer {
  readonly body: unknown;
  /** The response of an earlier call with the same token. */
  readonly isReplayed: boolean;
}

/** An operation that was refused. */
export class OperationRefused extends ToolFailure {
  readonly problem: Problem;

  constructor(problem: Problem, route: Route, showsInput: boolean) {
    super(failureText(problem, showsInput ? route : undefined));
    this.problem = problem;
  }
}

/**
 * Calls an operation of the API inside this process, with the caller's key. Authentication, scopes, checks and errors
 * are those of a request over HTTP.
 */
export async function callOperation(
  { server, runs }: Desk,
  from: McpCaller,
  { route, input, mode = { kind: "plain" }, showsInput = false }: OperationCall,
): Promise<OperationAnswer> {
  const { url, body } = requestOf(route, input);
  const answer = await runs.during({ agent: from.agent, mode }, (headers) =>
    server.inject({
      method: route.method,
      url,
      headers: { ...headers, authorization: from.authorization, "x-request-id": from.requestId },
      remoteAddress: from.ip,
      ...(body === undefined ? {} : { payload: { ...body } }),
    }),
  );
  const value: unknown = answer.body === "" ? null : JSON.parse(answer.body);
  if (answer.statusCode >= 400) throw new OperationRefused(value as Problem, route, showsInput);
  return { body: value, isReplayed: answer.headers["idempotent-replayed"] === "true" };
}

const MOST_FAULTS = 10;

/** The problem in words, and what the operation would accept. */
function failureText({ title, detail, code, errors = [], requestId }: Problem, route: Route | undefined): string {
  const faults = errors.filter((fault) => !detail.includes(fault.detail)).slice(0, MOST_FAULTS);
  const isInput = code === "validation_failed" || code === "invalid_parameter" || code === "malformed_request";
  return [
    `${title}. ${detail}`,
    ...faults.map((fault) => `- ${fault.pointer}: ${fault.detail}`),
    ...(isInput && route !== undefined ? [`Input of ${route.operationId}: ${signatureOf(route)}`] : []),
    ...(code === "internal_error" ? [`requestId: ${requestId}`] : []),
  ].join("\n");
}
