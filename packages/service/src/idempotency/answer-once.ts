import { setTimeout as pause } from "node:timers/promises";
import {
  claimIdempotencyKey,
  findIdempotencyRecord,
  type IdempotencyRow,
  keepAnswer,
  releaseIdempotencyKey,
  type Tx,
  withinTransaction,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Context } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { sealBody, unsealBody } from "./sealed-body.ts";

/** A request that has one effect however often it is sent (R-API-5). */
export interface OnceRequest {
  readonly key: string;
  /** SHA-256 of the route and the body. */
  readonly requestHash: Buffer;
  /** The caller's credential, if the answer shows a secret: only a caller with it gets the answer again. */
  readonly sealedWith: string | null;
}

/** A response as it is sent. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Does what was requested, inside the given context, and returns the response. */
export type Act<Given extends Context> = (context: Given) => Promise<Answered>;

interface OnceAnswer {
  readonly answered: Answered;
  readonly isReplayed: boolean;
}

const KEPT_HOURS = 24;
/** How long an attempt with several transactions blocks another attempt: longer than any call to a provider. */
const RESERVED_SECONDS = 120;
/** How long a duplicate request waits for the first one's answer before it gets a 409, and how often it checks. */
const LONGEST_WAIT_MILLISECONDS = 3_000;
const LOOK_AGAIN_MILLISECONDS = [20, 40, 80, 160, 250];

/**
 * Answers a request once: the first time it acts, and for 24 hours it repeats the stored answer. The use case and the
 * record are one transaction, so a failed attempt leaves nothing, and an effect always has its answer. Refuses another
 * request with the same key (422). A duplicate of a running request waits a while, and then gets a 409.
 */
export function answerOnce<Given extends Context>(
  context: Given,
  request: OnceRequest,
  act: Act<Given>,
): Promise<OnceAnswer> {
  return untilAnswered(context, (now) =>
    context.database.transaction(context.organizationId, async (tx) => {
      const attemptId = context.ids.next("req");
      const found = await claim(tx, request, attemptId, now);
      if (found !== "claimed") return found;
      const answered = await act({ ...context, database: withinTransaction(context.database, tx) });
      await keepAnswer(tx, request.key, attemptId, toRow(answered, request));
      return { answered, isReplayed: false };
    }),
  );
}

/**
 * The same for a use case that needs several transactions because it calls a provider or shares a commit with others,
 * and whose effect is the same however often it runs. The key is reserved before it and the answer stored after it. If
 * an attempt dies in between, the request can run again when the reservation has ended.
 */
export function answerRepeatable<Given extends Context>(
  context: Given,
  request: OnceRequest,
  act: Act<Given>,
): Promise<OnceAnswer> {
  const { database, organizationId } = context;
  return untilAnswered(context, async (now) => {
    const attemptId = context.ids.next("req");
    const found = await database.transaction(organizationId, (tx) => claim(tx, request, attemptId, now));
    if (found !== "claimed") return found;
    try {
      const answered = await act(context);
      await database.transaction(organizationId, (tx) =>
        keepAnswer(tx, request.key, attemptId, toRow(answered, request)),
      );
      return { answered, isReplayed: false };
    } catch (error) {
      const release = (tx: Tx) => releaseIdempotencyKey(tx, request.key, attemptId);
      // If this fails too, the reservation ends by itself.
      await database.transaction(organizationId, release).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Runs all transactions of an action as parts of one transaction, so that a failure at the end rolls back everything.
 */
export function inOneTransaction<Given extends Context, Result>(
  context: Given,
  act: (context: Given) => Promise<Result>,
): Promise<Result> {
  return context.database.transaction(context.organizationId, (tx) =>
    act({ ...context, database: withinTransaction(context.database, tx) }),
  );
}

async function untilAnswered(
  { clock }: Context,
  answerNow: (now: string) => Promise<OnceAnswer | "busy">,
): Promise<OnceAnswer> {
  for (let waited = 0, looks = 0; ; looks += 1) {
    const answer = await answerNow(clock.now());
    if (answer !== "busy") return answer;
    if (waited >= LONGEST_WAIT_MILLISECONDS) {
      const detail =
        "Another request with this Idempotency-Key is still in progress. Send the request again in a moment.";
      throw new DomainError("idempotency_in_progress", detail);
    }
    const milliseconds = LOOK_AGAIN_MILLISECONDS[Math.min(looks, LOOK_AGAIN_MILLISECONDS.length - 1)] ?? 0;
    await pause(milliseconds);
    waited += milliseconds;
  }
}

async function claim(
  tx: Tx,
  request: OnceRequest,
  attemptId: string,
  now: string,
): Promise<OnceAnswer | "busy" | "claimed"> {
  const { key, requestHash } = request;
  const reservedUntil = shifted(now, { seconds: RESERVED_SECONDS });
  const earliest = earliestKept(now);
  if (await claimIdempotencyKey(tx, { key, requestHash, attemptId, now, earliest, reservedUntil })) return "claimed";
  const row = await findIdempotencyRecord(tx, key);
  if (row === undefined) return "busy";
  if (!row.requestHash.equals(requestHash)) {
    const detail = `The Idempotency-Key ${JSON.stringify(key)} was already used for a different request. Use a new key.`;
    throw new DomainError("idempotency_mismatch", detail);
  }
  return row.status === null ? "busy" : { answered: toAnswered(row, request), isReplayed: true };
}

function toRow({ status, headers, body }: Answered, { sealedWith }: OnceRequest) {
  const isSealed = sealedWith !== null;
  return { status, headers: { ...headers }, body: isSealed ? sealBody(body, sealedWith) : body, isSealed };
}

function toAnswered(row: Exclude<IdempotencyRow, { status: null }>, { sealedWith }: OnceRequest): Answered {
  const { status, headers, isSealed } = row;
  const body = isSealed ? unsealBody(row.body, sealedWith ?? "") : row.body;
  if (body !== undefined) return { status, headers, body };
  const detail = "The stored response contains a secret. Only the API key that sent the first request can replay it.";
  throw new DomainError("idempotency_mismatch", detail);
}

/** Records from before this instant are deleted. */
export function earliestKept(now: string): string {
  return shifted(now, { hours: -KEPT_HOURS });
}

function shifted(now: string, by: Temporal.DurationLike): string {
  return Temporal.Instant.from(now).add(by).toString();
}
