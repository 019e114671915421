import type { Command, CommandEntry } from "./command.ts";
import { commands } from "./commands/registry.ts";
import { INVOCATION } from "./invocation.ts";

/** The text of `--help` without a command. */
export function commandList(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    `Usage: ${INVOCATION} <command> [options]`,
    "",
    "Commands:",
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    `Run "${INVOCATION} <command> --help" for the options of a command, and "${INVOCATION} --version" for the version.`,
  ].join("\n");
}

/** The text of `<command> --help`. */
export function commandHelp(
  { name, summary }: CommandEntry,
  { description, operand, options, example }: Command,
): string {
  const rows = Object.entries(options).map(([option, { value, help }]) => ({
    left: value === undefined ? `--${option}` : `--${option} ${value}`,
    help,
  }));
  rows.push({ left: "--help", help: "Show this help" });
  const width = Math.max(...rows.map(({ left }) => left.length));
  return [
    `${summary}.`,
    "",
    `Usage: ${INVOCATION} ${name}${operand === undefined ? "" : ` ${operand}`} [options]`,
    "",
    description,
    "",
    "Options:",
    ...rows.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`),
    ...(example === undefined ? [] : ["", "Example:", `  ${INVOCATION} ${example}`]),
  ].join("\n");
}
