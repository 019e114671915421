import { findFile, readEntries, readSource, readWanted } from "../catalog/load-catalog.ts";
import { isDrift, makePlan } from "../catalog/make-plan.ts";
import { planJson, writePlanFile } from "../catalog/plan-file.ts";
import { planText } from "../catalog/plan-words.ts";
import { readServer } from "../catalog/server-catalog.ts";
import type { Command } from "../command.ts";
import { onServer, profileOption, WHICH_SERVER } from "../remote/remote-server.ts";

const DRIFT = 7;

export const catalogPlan: Command = {
  description: [
    "Changes nothing. FILE is YAML or TypeScript (default: counterfoil.config.ts or counterfoil.catalog.yaml).",
    "The exit code is 0 if file and server are the same, 7 if they differ, and 1 if push could not make a change.",
    "The API key needs the scope read.",
    WHICH_SERVER,
    "See docs/catalog-as-code.md.",
  ].join("\n"),
  example: "catalog plan --out plan.json",
  operand: "FILE",
  options: {
    out: { type: "string", value: "PLAN", help: "Also write the plan to this file, for push --plan" },
    json: { type: "boolean", help: "Print the plan as JSON" },
    ...profileOption,
  },
  async run(invocation) {
    const source = await readSource(findFile(invocation.operand));
    // Most faults need no server.
    readEntries(source);
    const plan = await onServer(invocation, async ({ client }) => {
      const server = await readServer(client);
      return makePlan(client, readWanted(source, server), server);
    });
    const out = invocation.text("out");
    if (out !== undefined) await writePlanFile(out, plan);
    console.log(invocation.flag("json") ? JSON.stringify(planJson(plan), null, 2) : planText(plan));
    if (plan.changes.some(({ refusal }) => refusal !== null)) return 1;
    return isDrift(plan) ? DRIFT : 0;
  },
};
