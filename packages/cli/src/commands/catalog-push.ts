import { createInterface } from "node:readline/promises";
import type { Client } from "@counterfoil/sdk";
import { applyPlan, type Done, ServerChanged } from "../catalog/apply-plan.ts";
import { entryName } from "../catalog/check-references.ts";
import { findFile, readEntries, readSource, readWanted } from "../catalog/load-catalog.ts";
import { makePlan, type Plan } from "../catalog/make-plan.ts";
import { readPlanFile } from "../catalog/plan-file.ts";
import { count, doneText, planText } from "../catalog/plan-words.ts";
import { readServer } from "../catalog/server-catalog.ts";
import type { Source } from "../catalog/source.ts";
import { requireWriteScope } from "../catalog/store-keys.ts";
import { CommandError, type Command, type Invocation } from "../command.ts";
import { remoteFailure } from "../remote/remote-failure.ts";
import { onServer, profileOption, type RemoteServer, WHICH_SERVER } from "../remote/remote-server.ts";

const CHANGED_SINCE = 8;

export const catalogPush: Command = {
  description: [
    "Shows the plan and asks. With --plan, makes exactly the changes of that plan. Refuses with exit code 8 if the server",
    "changed since the plan. If it stops before the end, run it again. A removed entry is archived.",
    "The API key needs the scopes read and write.",
    WHICH_SERVER,
    "See docs/catalog-as-code.md.",
  ].join("\n"),
  example: "catalog push --plan plan.json",
  operand: "FILE",
  options: {
    plan: { type: "string", value: "PLAN", help: "Make the changes of this plan, from plan --out" },
    yes: { type: "boolean", help: "Do not ask" },
    ...profileOption,
    json: { type: "boolean", help: "Print {changes: [{action, section, key, id, replacedId}]}" },
  },
  async run(invocation) {
    const saved = invocation.text("plan");
    if (saved !== undefined && invocation.operand !== undefined) {
      throw new CommandError("Name a catalog file or --plan, not both: the plan contains its catalog.", 2);
    }
    const source = saved === undefined ? await readCatalog(invocation) : null;
    return onServer(invocation, async (server) => {
      const { client } = server;
      const plan = source === null ? await savedPlan(client, saved ?? "") : await freshPlan(client, source);
      return push(server, plan, invocation);
    });
  },
};

async function push(server: RemoteServer, plan: Plan, invocation: Invocation): Promise<number> {
  const saved = invocation.text("plan");
  const refused = plan.changes.filter(({ refusal }) => refusal !== null);
  if (saved === undefined || refused.length > 0) console.error(planText(plan));
  if (refused.length > 0)
    throw new CommandError(`Nothing was changed: the server refuses ${count(refused.length, "change")}.`);
  if (plan.changes.length > 0 || plan.keysToStore.length > 0) await requireWriteScope(server.client);
  if (plan.changes.length > 0 && saved === undefined && !invocation.flag("yes")) await confirm(server.client, plan);
  const done = await make(server, plan);
  if (invocation.flag("json")) console.log(JSON.stringify({ changes: done.map(changeJson) }));
  else console.log(done.length === 0 ? "Nothing to change." : `${count(done.length, "change")} made.`);
  return 0;
}

async function readCatalog(invocation: Invocation): Promise<Source> {
  const source = await readSource(findFile(invocation.operand));
  // Most faults need no server.
  readEntries(source);
  if (!invocation.flag("yes") && !process.stdin.isTTY) {
    throw new CommandError(
      "There is no terminal to confirm at. Use --yes, or plan --out PLAN and push --plan PLAN.",
      2,
    );
  }
  return source;
}

async function freshPlan(client: Client, source: Source): Promise<Plan> {
  const server = await readServer(client);
  return makePlan(client, readWanted(source, server), server);
}

async function savedPlan(client: Client, path: string): Promise<Plan> {
  const { wanted, serverFingerprint, fingerprint } = await readPlanFile(path);
  const plan = await makePlan(client, wanted);
  if (plan.serverFingerprint !== serverFingerprint || plan.fingerprint !== fingerprint) {
    throw new CommandError(
      `The server changed since ${path} was made, or the plan is of another server. Nothing was changed. Make a new plan and look at it.`,
      CHANGED_SINCE,
    );
  }
  return plan;
}

async function confirm(client: Client, plan: Plan): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`\nMake ${count(plan.changes.length, "change")}? Enter yes to continue: `);
  terminal.close();
  if (answer.trim().toLowerCase() !== "yes") throw new CommandError("Nothing was changed.");
  const now = await makePlan(client, plan.wanted);
  if (now.serverFingerprint !== plan.serverFingerprint) {
    throw new CommandError(
      "The server changed while the plan was shown. Nothing was changed. Run push again.",
      CHANGED_SINCE,
    );
  }
}

async function make(server: RemoteServer, plan: Plan): Promise<Done[]> {
  const done: Done[] = [];
  try {
    await applyPlan(server.client, plan, (one) => {
      done.push(one);
      console.error(doneText(one));
    });
  } catch (error) {
    const next = plan.changes[done.length];
    const at = next === undefined ? "" : ` at the ${entryName(next.section)} ${next.key}`;
    const failure = error instanceof ServerChanged ? error : remoteFailure(error, server);
    const reason = failure instanceof Error ? failure.message : String(failure);
    const failed = failure instanceof CommandError ? failure.exitCode : 1;
    throw new CommandError(
      `Stopped${at}, after ${done.length} of ${count(plan.changes.length, "change")}: ${reason}\n` +
        "Run catalog plan to see what is left, and catalog push again to continue. Nothing is created twice.",
      error instanceof ServerChanged ? CHANGED_SINCE : failed,
      { cause: error },
    );
  }
  return done;
}

function changeJson({ change: { action, section, key }, id, replacedId }: Done) {
  return { action, section, key, id, replacedId };
}
