import type { UsageEventInput, HoldCreditRequest } from "../generated/types.gen.ts";
import { isUnreachable } from "../guard/check-access.ts";
import { connectionError } from "../request/error.ts";
import type { RequestOptions } from "../request/options.ts";
import type { HoldOptions, ModelCall } from "./model-usage-options.ts";
import { ModelCallRefusedError } from "./refused-call.ts";
import type { TokenCounts } from "./token-counts.ts";

/** Credit that is held for one call. */
export interface CallHold {
  readonly options: HoldOptions;
  readonly call: ModelCall;
  readonly holdId: string;
}

export interface HeldCall {
  readonly call: ModelCall;
  readonly params: unknown;
  readonly expected: TokenCounts;
  readonly toEvent: (tokens: TokenCounts) => HoldCreditRequest["events"][number];
}

const TIMEOUT_MILLISECONDS = 2_000;

/**
 * Holds credit. Null if the application wants no hold for this call, or if Counterfoil does not answer and
 * `whenUnreachable` is `allow`.
 */
export async function holdFor(options: HoldOptions, held: HeldCall): Promise<CallHold | null> {
  const { call, params, expected, toEvent } = held;
  const estimated = options.estimate === undefined ? {} : await options.estimate({ ...call, expected, params });
  if (estimated === null) return null;
  const body: HoldCreditRequest = {
    // Random for each attempt: the AI SDK repeats a failed call, and the hold of the failed one is released.
    uniqueId: crypto.randomUUID(),
    events: [toEvent({ ...expected, ...estimated })],
    ...(options.expiresInSeconds === undefined ? {} : { expiresInSeconds: options.expiresInSeconds }),
  };
  try {
    const answer = await inTime(options, (request) => options.client.accounts.holdCredit(call.account, body, request));
    if (answer.allowed && answer.holdId !== null) return { options, call, holdId: answer.holdId };
    throw new ModelCallRefusedError(call, answer);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    await options.onFailure?.(error, call);
    if (options.whenUnreachable === "refuse") throw new ModelCallRefusedError(call, null, error);
    return null;
  }
}

/** Stores the event and ends the hold. False if Counterfoil did not do so; the event must then be sent. */
export async function settleHold({ options, call, holdId }: CallHold, event: UsageEventInput): Promise<boolean> {
  const body = { holdId, events: [event] };
  return isDone({ options, call }, (request) => options.client.accounts.settleCreditHold(call.account, body, request));
}

/** If Counterfoil does not answer, the hold expires. */
export async function releaseHold({ options, call, holdId }: CallHold): Promise<void> {
  await isDone({ options, call }, (request) =>
    options.client.accounts.releaseCreditHold(call.account, { holdId }, request),
  );
}

async function isDone(
  { options, call }: Omit<CallHold, "holdId">,
  send: (request: RequestOptions) => PromiseLike<unknown>,
): Promise<boolean> {
  try {
    await inTime(options, send);
    return true;
  } catch (error) {
    await options.onFailure?.(error, call);
    return false;
  }
}

/** One deadline includes the retry. The calls need no key, because repeating them has no further effect. */
async function inTime<Result>(
  { timeoutMilliseconds = TIMEOUT_MILLISECONDS }: HoldOptions,
  send: (request: RequestOptions) => PromiseLike<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(timeoutMilliseconds);
  try {
    return await send({ idempotencyKey: null, retries: 1, timeoutMilliseconds, signal: deadline });
  } catch (error) {
    if (!deadline.aborted) throw error;
    throw connectionError("timed_out", `No response in ${timeoutMilliseconds} ms.`, error);
  }
}
