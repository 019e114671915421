import { Help } from "commander";
import type { Command, CommandEntry } from "./command.ts";
import { commands } from "./commands/registry.ts";
import { INVOCATION } from "./invocation.ts";

/** Output that is not a terminal is not wrapped. */
const UNBOUNDED_WIDTH = 10_000;
/** Narrower columns of text would be harder to read than lines that the terminal breaks. */
const NARROWEST_TEXT = 30;

/** The text of `--help` without a command, or with the first word of several. */
export function commandList(listed: readonly CommandEntry[] = commands): string {
  const section = (title: string, entries: readonly CommandEntry[]) =>
    entries.length === 0
      ? []
      : [
          title,
          ...rows(
            entries.map(({ name, summary }) => ({ left: name, text: summary })),
            listed,
          ),
          "",
        ];
  return [
    `Usage: ${INVOCATION} <command> [options]`,
    "",
    ...section(
      "Commands for your own server and its database:",
      listed.filter(({ isRemote }) => isRemote !== true),
    ),
    ...section(
      "Commands for any server, with an address and an API key:",
      listed.filter(({ isRemote }) => isRemote === true),
    ),
    ...paragraph(
      `Run "${INVOCATION} <command> --help" for the options of a command, and "${INVOCATION} --version" for the version.`,
    ),
  ].join("\n");
}

/** The text of `<command> --help`. */
export function commandHelp({ name, summary }: CommandEntry, command: Command): string {
  const { description, operand, moreOperands, options, example } = command;
  const optionRows = Object.entries(options).map(([option, { value, help }]) => ({
    left: value === undefined ? `--${option}` : `--${option} ${value}`,
    text: help,
  }));
  optionRows.push({ left: "--help", text: "Show this help" });
  const operands = [operand ?? [], moreOperands === undefined ? [] : `[${moreOperands} ...]`].flat();
  return [
    `${summary}.`,
    "",
    `Usage: ${[INVOCATION, name, ...operands].join(" ")} [options]`,
    "",
    ...paragraph(description),
    "",
    "Options:",
    ...rows(optionRows),
    ...(example === undefined ? [] : ["", "Example:", `  ${INVOCATION} ${example}`]),
  ].join("\n");
}

interface HelpRow {
  readonly left: string;
  readonly text: string;
}

/** Two columns. On a terminal, the second one is wrapped within it. */
function rows(listed: readonly HelpRow[], widthOf: readonly { readonly name: string }[] = []): string[] {
  const width = Math.max(...listed.map(({ left }) => left.length), ...widthOf.map(({ name }) => name.length));
  const space = Math.max(NARROWEST_TEXT, terminalWidth() - width - 5);
  return listed.flatMap(({ left, text }) =>
    new Help()
      .boxWrap(text, space)
      .split("\n")
      .map((line, index) => `  ${(index === 0 ? left : "").padEnd(width)}  ${line}`),
  );
}

/** Text that was broken for 120 columns, broken for this terminal. A line that ends a sentence keeps its break. */
function paragraph(text: string): string[] {
  const width = terminalWidth();
  if (text.split("\n").every((line) => line.length <= width)) return [text];
  return new Help().boxWrap(text.replaceAll(/([^.:])\n/g, "$1 "), width).split("\n");
}

function terminalWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns - 1 : UNBOUNDED_WIDTH;
}
