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
  /** What the caller proved itself by, where the answer shows a secret: only who has it gets the answer again. */
  readonly sealedWith: string | null;
}

/** An answer as it goes out. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Does what was asked for, inside the context that it is given, and answers. */
export type Act<Given extends Context> = (context: Given) => Promise<Answered>;

interface OnceAnswer {
  readonly answered: Answered;
  readonly isReplayed: boolean;
}

const KEPT_HOURS = 24;
/** How long an attempt of several transactions is waited for before another may begin: longer than any call of a provider. */
const RESERVED_SECONDS = 120;
/** How long a twin waits for the answer to the first before it is told to come back, and how often it looks. */
const LONGEST_WAIT_MILLISECONDS = 3_000;
const LOOK_AGAIN_MILLISECONDS = [20, 40, 80, 160, 250];

/**
 * Answers a request once: the first time by acting, and within 24 hours again what was answered then. The use case and the
 * record are one transaction, so a failed attempt leaves nothing and an effect is never without its answer. Refuses another
 * request under the same key (422); a twin of one that is being worked on waits a while (409 after that).
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
 * The same for a use case that needs several transactions, since it calls outside or shares a commit with others, and that by
 * itself has one effect however often it runs. The key is reserved before and the answer kept after it; an attempt that dies in
 * between is run again when its reservation is over.
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
      // When that fails as well, the reservation ends by itself.
      await database.transaction(organizationId, release).catch(() => undefined);
      throw error;
    }
  });
}

/** Runs all transactions of an action as parts of one: what it did is taken back when it fails at the end. */
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
      const detail = "A request with the same Idempotency-Key is being worked on. Send it again in a moment.";
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
    const detail = `The Idempotency-Key ${JSON.stringify(key)} was sent with another request; a new one needs a new key.`;
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
  const detail = "The answer shows a secret, and is given again only to the key that asked for it first.";
  throw new DomainError("idempotency_mismatch", detail);
}

/** The instant before which records are forgotten. */
export function earliestKept(now: string): string {
  return shifted(now, { hours: -KEPT_HOURS });
}

function shifted(now: string, by: Temporal.DurationLike): string {
  return Temporal.Instant.from(now).add(by).toString();
}
