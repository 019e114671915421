import type { CommandEntry, CommandOption } from "../../command.ts";

/** A command with what can follow it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Words that can be the operand, such as the types of notifications. */
  readonly operands: readonly string[];
}

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** A script that a shell sources, and that starts no program when a person presses Tab. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  switch (shell) {
    case "bash":
      return bash(commands);
    case "zsh":
      // zsh reads the completions of bash, and so both always offer the same.
      return `#compdef counterfoil\nautoload -U +X compinit && compinit -u\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
    case "fish":
      return fish(commands);
  }
}

function bash(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ name, options, operands }) => {
    const words = [...Object.keys(options).map((option) => `--${option}`), "--help", ...operands];
    return `    "${name}") words="${words.join(" ")}" ;;`;
  });
  const groups = [...groupsOf(commands)].map(
    ([group, seconds]) => `    "${group}") words="$words ${seconds.join(" ")}" ;;`,
  );
  return `# Completion of counterfoil.
_counterfoil() {
  local current="\${COMP_WORDS[COMP_CWORD]}" first="" second="" words=""
  ((COMP_CWORD > 1)) && first="\${COMP_WORDS[1]}"
  ((COMP_CWORD > 2)) && second="\${COMP_WORDS[2]}"
  if ((COMP_CWORD == 1)); then
    words="${firstWords(commands).join(" ")} --help --version"
  else
    case "$first" in
${commands
  .filter(({ name }) => !name.includes(" "))
  .map((command) => cases[commands.indexOf(command)])
  .join("\n")}
    esac
    case "$first $second" in
${commands
  .filter(({ name }) => name.includes(" "))
  .map((command) => cases[commands.indexOf(command)])
  .join("\n")}
    esac
    if ((COMP_CWORD == 2)); then
      case "$first" in
${groups.join("\n")}
      esac
    fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _counterfoil counterfoil
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const lines = ["# Completion of counterfoil."];
  const groups = groupsOf(commands);
  const summaryOf = (word: string) =>
    commands.find(({ name }) => name === word)?.summary ?? `Commands: ${(groups.get(word) ?? []).join(", ")}`;
  for (const word of firstWords(commands)) {
    lines.push(`complete -c counterfoil -n __fish_use_subcommand -f -a ${word} -d ${quoted(summaryOf(word))}`);
  }
  for (const { name, summary, options, operands } of commands) {
    const [first = "", second] = name.split(" ");
    const isFirst = `__fish_seen_subcommand_from ${first}`;
    const condition = second === undefined ? isFirst : `${isFirst}; and __fish_seen_subcommand_from ${second}`;
    if (second !== undefined) {
      lines.push(`complete -c counterfoil -n ${quoted(isFirst)} -f -a ${second} -d ${quoted(summary)}`);
    }
    for (const [option, { type, help }] of Object.entries(options)) {
      const value = type === "string" ? " -r" : "";
      lines.push(`complete -c counterfoil -n ${quoted(condition)} -l ${option}${value} -d ${quoted(help)}`);
    }
    if (operands.length > 0) {
      lines.push(`complete -c counterfoil -n ${quoted(condition)} -f -a ${quoted(operands.join(" "))}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function firstWords(commands: readonly Pick<CommandEntry, "name">[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))];
}

/** The second words of commands of two, by the first. */
function groupsOf(commands: readonly CompletedCommand[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first = "", second] = name.split(" ");
    if (second !== undefined) groups.set(first, [...(groups.get(first) ?? []), second]);
  }
  return groups;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
