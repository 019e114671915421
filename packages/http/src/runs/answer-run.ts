import { createHash } from "node:crypto";
import {
  type Answered,
  answerOnce,
  DomainError,
  fixedClock,
  inTrial,
  listAudit,
  type OnceRequest,
} from "@counterfoil/service";
import type { FastifyReply } from "fastify";
import { outgoing, send, text } from "../answer.ts";
import type { Call, Route } from "../route.ts";
import { type Effect, hashOf, type NotedIds, noteIds, stableJson } from "./effect.ts";
import type { Run } from "./run.ts";

type AnyCall = Call<unknown, unknown, unknown>;

/** The most changes of one operation that its effect shows. */
const MOST_CHANGES = 200;

/** Answers a run that is more than a client's request. */
export async function answerRun(
  route: Route,
  call: AnyCall,
  mode: Exclude<Run["mode"], { kind: "plain" }>,
): Promise<FastifyReply> {
  const { context, reply } = call;
  const now = context.clock.now();
  const ids = noteIds(context.ids);
  const running = { ...context, clock: fixedClock(now), ids };
  if (mode.kind === "stable") {
    const answer = await route.handle({ ...call, context: running });
    return sendJson(reply, stableJson(JSON.parse(text(reply, answer)), ids, now));
  }
  const act = async (given: AnyCall["context"]): Promise<{ answered: Answered; effect: string }> => {
    const answered = outgoing(route, reply, await route.handle({ ...call, context: given }), undefined);
    return { answered, effect: stableJson(await effectOf(given, answered, ids), ids, now) };
  };
  if (mode.kind === "trial") return sendJson(reply, (await inTrial(running, act)).effect);
  const once: OnceRequest = { key: mode.onceKey, requestHash: sha256(mode.onceKey), sealedWith: null };
  const { answered, isReplayed } = await answerOnce(running, once, async (given) => {
    const done = await act(given);
    if (hashOf(done.effect) !== mode.effectHash) throw otherEffect();
    return done.answered;
  });
  if (isReplayed) reply.header("Idempotent-Replayed", "true");
  return send(reply, answered);
}

/** Thrown inside the transaction, so that it is rolled back. */
function otherEffect(): DomainError {
  return new DomainError("precondition_failed", "The data has changed since the preview. Nothing was written.");
}

/** The response, and what the transaction has written to the audit log. */
async function effectOf(context: AnyCall["context"], { body }: Answered, { made }: NotedIds): Promise<Effect> {
  const { items } = await listAudit(context, { requestId: context.requestId ?? undefined }, null, MOST_CHANGES);
  // A client may send the same X-Request-Id again, so earlier entries can have it too.
  const own = items.filter(({ id }) => made.has(id)).toReversed();
  const changes = own.map(({ action, objectId, changes: changed }) => ({ action, objectId, changes: changed }));
  return { result: body.length === 0 ? null : (JSON.parse(body.toString("utf8")) as unknown), changes };
}

function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.status(200).type("application/json; charset=utf-8").send(json);
}

function sha256(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}
