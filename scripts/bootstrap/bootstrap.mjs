import { commands } from "./commands.mjs";
import { buildDashboard } from "./dashboard.mjs";
import { install } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { buildProgram } from "./program.mjs";
import { Refusal } from "./refusal.mjs";
import { runSteps } from "./run.mjs";

/**
 * Installs missing packages and runs the command with the pinned Node. Returns the exit code.
 * @param {string[]} argumentList the command and what is passed on to it
 * @returns {Promise<number>}
 */
export async function bootstrap(argumentList) {
  const [name = "", ...rest] = argumentList;
  const command = commands[name];
  if (command === undefined) {
    const list = Object.entries(commands).map(([known, { summary }]) => `  ${known.padEnd(12)} ${summary}`);
    console.error(`${name === "" ? "Which command?" : `There is no command "${name}".`}\n${list.join("\n")}`);
    return 2;
  }
  try {
    await install({ withTools: command.tests !== false });
    const node = await pinnedNode();
    if (command.serves?.(rest)) await buildDashboard(node);
    return await runSteps(node, command.steps(rest, command.runs ? await buildProgram(node) : ""));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 1;
  }
}
