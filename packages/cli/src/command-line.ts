import { parseArgs } from "node:util";
import { CommandError, type Command, type CommandEntry, type Invocation } from "./command.ts";
import { RELEASE } from "./release.ts";
import { commands } from "./commands/registry.ts";
import { commandHelp, commandList } from "./help.ts";

/** Finds the command, reads its options and runs it. Returns the exit code; never throws. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const found = findCommand(words);
  if (found === undefined) return answerWithoutCommand(words);
  try {
    const command = await found.entry.load();
    const invocation = readOptions(found.entry, command, found.rest);
    if (invocation === "help") {
      console.log(commandHelp(found.entry, command));
      return 0;
    }
    return await command.run(invocation);
  } catch (error) {
    // Loaded only after a failure: it imports the errors of every package, and `--help` should print at once.
    const { failureText } = await import("./failure-text.ts");
    console.error(failureText(error));
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

function findCommand(words: readonly string[]): { entry: CommandEntry; rest: string[] } | undefined {
  for (const entry of commands) {
    const names = entry.name.split(" ");
    if (names.every((name, index) => words[index] === name)) return { entry, rest: words.slice(names.length) };
  }
  return undefined;
}

/** Prints the list of commands or the version on request (exit code 0), or refuses a missing or unknown command (exit code 2). */
function answerWithoutCommand(words: readonly string[]): number {
  const [first] = words;
  if (first === "--help" || first === "-h" || first === "help") {
    console.log(commandList());
    return 0;
  }
  if (first === "--version" || first === "-v") {
    console.log(RELEASE);
    return 0;
  }
  const asked = words.filter((word) => !word.startsWith("-")).slice(0, 2);
  const refusal = asked.length === 0 ? "Name a command." : `Unknown command "${asked.join(" ")}".`;
  console.error(`${refusal}\n\n${commandList()}`);
  return 2;
}

function readOptions(entry: CommandEntry, command: Command, rest: string[]): Invocation | "help" {
  const options = Object.entries(command.options).map(([name, { type, isRepeatable }]) => {
    return [name, { type, multiple: isRepeatable === true }] as const;
  });
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      allowPositionals: command.operand !== undefined,
      options: { ...Object.fromEntries(options), help: { type: "boolean", short: "h" } },
    });
    if (values.help === true) return "help";
    if (positionals.length > 1) throw new TypeError(`Expected one ${command.operand}, got ${positionals.length}`);
    const given: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>> = values;
    return {
      operand: positionals[0],
      text: (name) => (typeof given[name] === "string" ? given[name] : undefined),
      texts: (name) => [given[name] ?? []].flat().filter((value) => typeof value === "string"),
      flag: (name) => given[name] === true,
    };
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split(". ")[0] ?? cause.message) : String(cause);
    throw new CommandError(`${reason.replace(/\.?$/, ".")}\n\n${commandHelp(entry, command)}`, 2, { cause });
  }
}
