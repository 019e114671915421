import type { Command, CommandEntry } from "./command.ts";
import { commands } from "./commands/registry.ts";

const invocation = "npm run counterfoil --";

/** What `--help` without a command shows. */
export function commandList(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    `Usage: ${invocation} <command> [options]`,
    "",
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    `"${invocation} <command> --help" shows the options of one.`,
  ].join("\n");
}

/** What `<command> --help` shows. */
export function commandHelp({ name }: CommandEntry, { description, operand, options }: Command): string {
  const rows = Object.entries(options).map(([option, { value, help }]) => ({
    left: value === undefined ? `--${option}` : `--${option} ${value}`,
    help,
  }));
  rows.push({ left: "--help", help: "this text" });
  const width = Math.max(...rows.map(({ left }) => left.length));
  return [
    `Usage: ${invocation} ${name}${operand === undefined ? "" : ` ${operand}`} [options]`,
    "",
    description,
    "",
    ...rows.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`),
  ].join("\n");
}
