import { isAnswered } from "@counterfoil/service";
import Type from "typebox";
import { type Effect, hashOf } from "../../runs/effect.ts";
import { callOperation, type Desk, OperationRefused } from "../call-operation.ts";
import type { McpCaller } from "../caller.ts";
import { compacted, isRecord } from "../compact.ts";
import { makeConfirmation, readConfirmation, VALID_MINUTES } from "../confirmation.ts";
import type { OperationInput } from "../input.ts";
import { ESTIMATES, mayCall, type Operation, OWN_PREVIEWS } from "../operations.ts";
import { tool } from "../tool.ts";
import { ToolFailure } from "../tool-failure.ts";
import { chosenOperation, namesOf, operation, operationInput } from "./operation-tools.ts";

const AGAIN = "Nothing was written. Call preview again with the same input, and show the new result to the user.";
const STALE = `The data has changed since the preview, so this would no longer do what was confirmed. ${AGAIN}`;

const preview = tool({
  name: "preview",
  title: "Preview a change",
  description:
    "See exactly what a write operation would do. Changes nothing. Returns a token for write. " +
    "Example: operation issueInvoice, input {id}.",
  input: { operation, input: operationInput },
  isWrite: false,
  needs: (desk) => namesOf(desk, true),
  call: async (desk, from, { operation: name, input = {} }) => {
    const found = chosenOperation(desk, name, true);
    const effect = await tryOut(desk, from, found, input);
    const shown = await ownPreview(desk, from, found, input);
    const hashes = { effectHash: hashOf(JSON.stringify(effect)), shownHash: hashOf(lasting(shown)) };
    const confirmation = makeConfirmation(
      desk.ports.secrets,
      from,
      { operation: name, input, ...hashes },
      desk.ports.clock.now(),
    );
    const value = {
      preview: found.route.summary,
      ...confirmation,
      next: `Nothing is written yet. Show this to the user. If they agree, call write with the same operation and input, and this token, within ${VALID_MINUTES} minutes.`,
      ...(compacted({ result: shown ?? effect.result, changes: changesOf(effect) }) as object),
    };
    return { value, narrow: "The preview is too long to show in full. The token still confirms all of it." };
  },
});

const write = tool({
  name: "write",
  title: "Make a previewed change",
  description: "Do what preview showed, after the user agreed. Takes the same operation and input, and the token.",
  input: { operation, input: operationInput, token: Type.String({ description: "From preview." }) },
  isWrite: true,
  needs: (desk) => namesOf(desk, true),
  call: async (desk, from, { operation: name, input = {}, token }) => {
    const found = chosenOperation(desk, name, true);
    const { secrets, clock } = desk.ports;
    const confirmation = readConfirmation(secrets, from, { token, operation: name, input, now: clock.now() });
    if (confirmation.kind === "invalid") {
      throw new ToolFailure(
        "The token is not valid for this API key, or was not copied exactly. Nothing was written. " +
          "Copy the token from the preview, or call preview again.",
      );
    }
    if (confirmation.kind === "other_input") {
      throw new ToolFailure(
        "The operation or the input differs from the preview. Nothing was written. " +
          "Send exactly what was previewed, or call preview for the new input.",
      );
    }
    const { onceKey, effectHash, shownHash, expiresAt, isExpired } = confirmation;
    const context = { ...desk.ports, ...from.caller, requestId: from.requestId };
    if (!(await isAnswered(context, onceKey))) {
      if (isExpired)
        throw new ToolFailure(
          `The token expired at ${expiresAt}, ${VALID_MINUTES} minutes after the preview. ${AGAIN}`,
        );
      const shown = await refusedAsStale(ownPreview(desk, from, found, input));
      if (hashOf(lasting(shown)) !== shownHash) throw new ToolFailure(STALE);
    }
    const mode = { kind: "confirmed", onceKey, effectHash } as const;
    const { body, isReplayed } = await refusedAsStale(callOperation(desk, from, { route: found.route, input, mode }));
    const done = isReplayed ? "This token was used before. The change was made once; this is its result." : "Done.";
    return { value: { done, ...(compacted({ result: body }) as object) }, narrow: "Read the object with get." };
  },
});

async function tryOut(desk: Desk, from: McpCaller, { route }: Operation, input: OperationInput): Promise<Effect> {
  return (await callOperation(desk, from, { route, input, mode: { kind: "trial" }, showsInput: true })).body as Effect;
}

/** The operation's own preview, if it has one that the key may call. */
async function ownPreview(desk: Desk, from: McpCaller, { route }: Operation, input: OperationInput): Promise<unknown> {
  const own = desk.operations.get(OWN_PREVIEWS[route.operationId] ?? "");
  if (own === undefined || !mayCall(from.caller.scopes ?? [], own)) return null;
  return (await callOperation(desk, from, { route: own.route, input, mode: { kind: "stable" } })).body;
}

/** What a preview shows, without what changes with every usage event. */
function lasting(shown: unknown): string {
  if (!isRecord(shown)) return JSON.stringify(shown);
  return JSON.stringify(Object.fromEntries(Object.entries(shown).filter(([name]) => !ESTIMATES.includes(name))));
}

/** Changed members of existing objects. Those of new objects are in the result. */
function changesOf({ changes }: Effect): unknown[] {
  return changes.flatMap(({ action, objectId, changes: members }) => {
    const changed = Object.entries(members as Record<string, { before: unknown; after: unknown }>).filter(
      ([, { before }]) => before !== null,
    );
    const isNew = objectId.startsWith("new_");
    if (isNew) return [{ action, objectId }];
    return [
      {
        action,
        objectId,
        ...Object.fromEntries(
          changed.map(([name, { before, after }]) => [name, { from: before, to: after ?? "none" }]),
        ),
      },
    ];
  });
}

/** A refusal after a preview that succeeded: something has changed in between. */
async function refusedAsStale<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OperationRefused) || error.problem.status >= 500) throw error;
    if (error.problem.code === "precondition_failed") throw new ToolFailure(STALE, { cause: error });
    throw new ToolFailure(`${error.message}\nThe preview succeeded, so something has changed since then. ${AGAIN}`, {
      cause: error,
    });
  }
}

export const writeTools = [preview, write];
