import { CommandError, type Command } from "../../command.ts";
import { showSteps } from "../../terminal/steps.ts";
import { styleFor } from "../../terminal/style.ts";
import { advanceClock } from "../advance-clock.ts";
import { printFacts, printJson } from "../print.ts";
import { onServer, profileOption, WHICH_SERVER } from "../remote-server.ts";

export const clockCreate: Command = {
  description: [
    "Creates a test clock in a sandbox. Give its ID as testClockId when you create an account, and the account lives by",
    "this clock.",
    WHICH_SERVER,
  ].join("\n"),
  example: "clock create --at 2026-01-01T00:00:00Z --name Renewals",
  options: {
    at: { type: "string", value: "TIME", help: "The time that the clock shows at first (required)" },
    name: { type: "string", value: "NAME", help: "A name for people" },
    ...profileOption,
    json: { type: "boolean", help: "Print the clock" },
  },
  async run(invocation) {
    const at = invocation.text("at");
    if (at === undefined) throw new CommandError("--at is required: the time that the clock shows at first.", 2);
    const frozenTime = readInstant("--at", at);
    return onServer(invocation, async ({ client }) => {
      const name = invocation.text("name");
      const clock = await client.testClocks.create({ frozenTime, ...(name === undefined ? {} : { name }) });
      if (invocation.flag("json")) printJson(clock, true);
      else
        printFacts([
          ["Test clock", clock.id],
          ["Name", clock.name],
          ["Time", clock.frozenTime],
        ]);
      return 0;
    });
  },
};

export const clockAdvance: Command = {
  description: [
    "Advances a test clock, and waits until Counterfoil has done everything that falls due on the way.",
    WHICH_SERVER,
  ].join("\n"),
  example: "clock advance clock_123 --to 2026-02-01T00:00:00Z",
  operand: "CLOCK",
  options: {
    to: { type: "string", value: "TIME", help: "The time to advance to (required)" },
    ...profileOption,
    json: { type: "boolean", help: "Print the clock" },
  },
  async run(invocation) {
    const { operand: id } = invocation;
    const to = invocation.text("to");
    if (id === undefined || to === undefined) throw new CommandError("Name the clock, and the time with --to.", 2);
    const frozenTime = readInstant("--to", to);
    return onServer(invocation, async ({ client }) => {
      const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
      const { clock } = await steps.run("Advancing", async ({ tell }) => {
        const reached = await advanceClock(client, id, frozenTime, (share) => tell("", share));
        return { clock: reached, said: `${id} is at ${reached.frozenTime}` };
      });
      if (invocation.flag("json")) printJson(clock, true);
      return 0;
    });
  },
};

/** A date means its beginning in UTC. */
function readInstant(option: string, given: string): string {
  const text = /^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T00:00:00Z` : given;
  if (/^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new CommandError(`${option} is "${given}"; expected a time such as 2026-02-01T00:00:00Z, or a date.`, 2);
}
