import { Command as Parser, CommanderError, Option } from "commander";
import { CommandError, type Command, type CommandEntry, type CommandOption, type Invocation } from "./command.ts";
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
    const exitCode = error instanceof CommandError ? error.exitCode : 1;
    if (found.entry.isRemote === true && found.rest.includes("--json")) {
      const { failureJson } = await import("./remote/failure-json.ts");
      console.error(failureJson(error, exitCode));
      return exitCode;
    }
    // Loaded only after an unexpected failure: it imports the errors of every package, which takes a while.
    const textOf = async () => (await import("./failure-text.ts")).failureText(error);
    console.error(error instanceof CommandError ? error.message : await textOf());
    return exitCode;
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
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (asked.length === 1 && group.length > 0) {
    const isHelp = words.includes("--help") || words.includes("-h");
    (isHelp ? console.log : console.error)(commandList(group));
    return isHelp ? 0 : 2;
  }
  const refusal = asked.length === 0 ? "Name a command." : `Unknown command "${asked.join(" ")}".${suggestion(asked)}`;
  console.error(`${refusal}\n\n${commandList()}`);
  return 2;
}

/** ` (Did you mean login?)`, or nothing. */
function suggestion(words: readonly string[]): string {
  const program = silent(new Parser());
  const groups = new Map<string, Parser>();
  for (const { name } of commands) {
    const [first = "", second] = name.split(" ");
    const group = groups.get(first) ?? silent(program.command(first));
    groups.set(first, group);
    if (second !== undefined) silent(group.command(second));
  }
  try {
    program.parse([...words], { from: "user" });
  } catch (error) {
    const [found] = /\(Did you mean [^)]*\)/.exec(error instanceof Error ? error.message : "") ?? [];
    return found === undefined ? "" : ` ${found}`;
  }
  return "";
}

/** Reports faults as errors instead of printing them and ending the process. */
function silent(parser: Parser): Parser {
  return parser
    .exitOverride()
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
    .helpCommand(false);
}

/** A command of ours as one of commander's, which reads its words. */
function parserOf(entry: CommandEntry, command: Command): Parser {
  const parser = silent(new Parser(entry.name)).allowExcessArguments(false).helpOption("-h, --help");
  for (const [name, option] of Object.entries(command.options)) parser.addOption(parserOption(name, option));
  if (command.operand !== undefined) parser.argument(`[${command.operand}]`);
  if (command.moreOperands !== undefined) parser.argument(`[${command.moreOperands}...]`);
  return parser;
}

function parserOption(name: string, { type, value = "VALUE", isRepeatable }: CommandOption): Option {
  if (type === "boolean") return new Option(`--${name}`);
  const option = new Option(`--${name} <${value}>`);
  const append = (text: string, before: string[] | undefined) => [...(before ?? []), text];
  return isRepeatable === true ? option.argParser(append) : option;
}

function readOptions(entry: CommandEntry, command: Command, rest: string[]): Invocation | "help" {
  const parser = parserOf(entry, command);
  try {
    parser.parse(rest, { from: "user" });
  } catch (cause) {
    if (cause instanceof CommanderError && cause.code === "commander.helpDisplayed") return "help";
    const { operand, moreOperands } = command;
    const isCrowded = cause instanceof CommanderError && cause.code === "commander.excessArguments";
    if (isCrowded && operand !== undefined && moreOperands === undefined) {
      const reason = `Expected one ${operand}, got ${parser.args.length}.`;
      throw new CommandError(`${reason}\n\n${commandHelp(entry, command)}`, 2, { cause });
    }
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/^error: /, "").replace("\n", " ");
    const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`.replace(/([^.?)])$/, "$1.");
    throw new CommandError(`${sentence}\n\n${commandHelp(entry, command)}`, 2, { cause });
  }
  const given = new Map<string, unknown>(
    parser.options.map((option) => [option.name(), parser.getOptionValue(option.attributeName())]),
  );
  const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
  return {
    operand: parser.args[0],
    moreOperands: parser.args.slice(1),
    text: (name) => textOf(given.get(name)),
    texts: (name) => [given.get(name) ?? []].flat().filter((value) => typeof value === "string"),
    flag: (name) => given.get(name) === true,
  };
}
