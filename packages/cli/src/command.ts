/** An option of a command. */
export interface CommandOption {
  readonly type: "string" | "boolean";
  /** What a text option takes, as `--help` shows it: `--port N`. */
  readonly value?: string;
  readonly help: string;
  /** True when it may be given more than once. */
  readonly isRepeatable?: boolean;
}

/** What a command was called with. */
export interface Invocation {
  /** The value of a text option, or undefined when it was not given. */
  text(name: string): string | undefined;
  /** All values of a text option, in order. */
  texts(name: string): readonly string[];
  /** The word that stands without an option, for a command that takes one. */
  readonly operand: string | undefined;
  /** True when the switch was given. */
  flag(name: string): boolean;
}

/** One command of `counterfoil`. */
export interface Command {
  /** Sentences under the usage line of `--help`. */
  readonly description: string;
  /** The word that it takes without an option, as `--help` shows it: `FILE`. */
  readonly operand?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Does it and answers the exit code: 0 done, 1 failed, 2 called wrongly, 3 done but for rejects. Throws `CommandError` to fail with a message. */
  run(invocation: Invocation): Promise<number>;
}

/** Where a command is listed, and how its module is loaded: only the one that runs is. */
export interface CommandEntry {
  /** One or two words: `org create`. */
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/** Ends a command with a message for the person who called it; no stack trace is shown. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
