import { AsyncResource } from "node:async_hooks";
import { type Database, insertLoggedRequests, type LoggedRequestRow } from "@counterfoil/storage";
import type { Actor } from "../context.ts";
import { hiddenTexts, redact, redactPath, redactQuery, redactText } from "./redact.ts";

/** A request with its response, as the server saw them. */
export interface AnsweredRequest {
  readonly id: string;
  readonly organizationId: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The pattern of the path: `/accounts/:id`. */
  readonly route: string;
  /** Without the question mark. */
  readonly query: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly durationMs: number;
  /** For the access token of a connection, the connection instead of its person. */
  readonly actor: Actor | { readonly type: "oauth_connection"; readonly id: string };
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  /** JSON, or null if it is not logged. */
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  /** Null if unknown. */
  readonly requestBytes: number | null;
  readonly responseBytes: number | null;
  /** Whether `name` in the bodies is the name of a product, not of a customer. */
  readonly keepsNames: boolean;
}

/** What became of the requests that this process was given. */
export interface RequestLogStanding {
  readonly stored: number;
  /** Not stored because too many were waiting. */
  readonly skipped: number;
  /** Not stored because the database refused or did not respond. */
  readonly failed: number;
}

/** Writes answered requests to the log, in batches after their responses, so that no request waits for its entry. */
export interface RequestLog {
  note(request: AnsweredRequest): void;
  /** Counts a request that is not logged because there are too many. */
  skip(): void;
  /** Resolves when everything noted so far is written, or was counted as failed. */
  flush(): Promise<void>;
  standing(): RequestLogStanding;
}

/** A longer body is not logged: nothing of it would be readable, and reading it costs more than the entry is worth. */
export const LONGEST_READ_CHARACTERS = 32_768;
/** The stored part of a redacted body. */
const LONGEST_KEPT_CHARACTERS = 8_000;
const LONGEST_ADDRESS_CHARACTERS = 2_000;
const LONGEST_KEY_CHARACTERS = 255;
const MOST_WAITING = 500;
const WAIT_MILLISECONDS = 200;

export function createRequestLog(database: Database): RequestLog {
  const counts = { stored: 0, skipped: 0, failed: 0 };
  let waiting: AnsweredRequest[] = [];
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  // A batch belongs to no request, so its transaction must not appear in the trace of the request that began it.
  const background = new AsyncResource("RequestLog");

  async function write(requests: readonly AnsweredRequest[]): Promise<void> {
    for (const [organizationId, own] of Map.groupBy(requests, (request) => request.organizationId)) {
      try {
        const rows = own.map(toRow);
        await database.transaction(organizationId, async (tx) => insertLoggedRequests(tx, rows));
        counts.stored += own.length;
      } catch {
        // The log is for looking back. A database that does not respond is reported by everything else.
        counts.failed += own.length;
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = waiting;
    waiting = [];
    if (taken.length > 0) writing = writing.then(() => write(taken));
    return writing;
  }

  return {
    note(request) {
      if (waiting.length >= MOST_WAITING) {
        counts.skipped += 1;
        return;
      }
      waiting.push(request);
      timer ??= background.runInAsyncScope(() => setTimeout(() => void flush(), WAIT_MILLISECONDS).unref());
    },
    skip() {
      counts.skipped += 1;
    },
    flush,
    standing: () => ({ ...counts }),
  };
}

function toRow(request: AnsweredRequest): LoggedRequestRow {
  const { organizationId: _, actor, keepsNames, path, query, requestBody, responseBody, ...rest } = request;
  const { idempotencyKey, requestBytes, responseBytes } = request;
  return {
    ...rest,
    path: cut(redactPath(path), LONGEST_ADDRESS_CHARACTERS),
    query: cut(redactQuery(query), LONGEST_ADDRESS_CHARACTERS),
    idempotencyKey: idempotencyKey === null ? null : cut(redactText(idempotencyKey), LONGEST_KEY_CHARACTERS),
    actorType: actor.type,
    actorId: actor.id,
    ...loggedBodies(requestBody, responseBody, keepsNames),
    requestBytes: requestBytes === null ? null : String(requestBytes),
    responseBytes: responseBytes === null ? null : String(responseBytes),
  };
}

/** The bodies as redacted JSON. Null for a text that is not JSON, which may contain anything. */
export function loggedBodies(
  request: string | null,
  response: string | null,
  keepsNames: boolean,
): Pick<LoggedRequestRow, "requestBody" | "responseBody"> {
  const sent = readJson(request);
  const answered = readJson(response);
  const written = (value: unknown, quoted: readonly string[]) =>
    value === undefined ? null : cut(JSON.stringify(redact(value, { keepsNames, quoted })), LONGEST_KEPT_CHARACTERS);
  return { requestBody: written(sent, []), responseBody: written(answered, hiddenTexts(sent, keepsNames)) };
}

/** Undefined for what is missing, too long, or not JSON. */
function readJson(body: string | null): unknown {
  if (body === null || body.length > LONGEST_READ_CHARACTERS) return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** A text that PostgreSQL can store. Does not split a surrogate pair. */
function cut(given: string, most: number): string {
  const text = given.replaceAll("\0", "");
  if (text.length <= most) return text;
  const isHigh = (text.charCodeAt(most - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isHigh ? most - 1 : most);
}
