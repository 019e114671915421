import { CommandError, type Command, type CommandEntry } from "../../command.ts";
import { completionScript, SHELLS } from "../completion/scripts.ts";
import { STORIES } from "../trigger/stories.ts";

/** @param entries all commands, passed in because the list of them contains this one */
export function completionOf(entries: () => readonly CommandEntry[]): Command {
  return {
    description: [
      "Prints a script that completes commands, options and notification types. Source it in the shell's settings:",
      "bash and zsh: source <(counterfoil completion bash), with zsh instead of bash in zsh.",
      "fish: counterfoil completion fish > ~/.config/fish/completions/counterfoil.fish",
    ].join("\n"),
    example: "completion bash",
    operand: "SHELL",
    options: {},
    async run({ operand }) {
      const shell = SHELLS.find((known) => known === operand);
      if (shell === undefined) throw new CommandError(`Name the shell: ${SHELLS.join(", ")}.`, 2);
      const commands = await Promise.all(
        entries().map(async ({ name, summary, load }) => {
          const { options } = name === "completion" ? { options: {} } : await load();
          const operands = name === "completion" ? SHELLS : name === "trigger" ? Object.keys(STORIES) : [];
          return { name, summary, options, operands };
        }),
      );
      process.stdout.write(completionScript(shell, commands));
      return 0;
    },
  };
}
