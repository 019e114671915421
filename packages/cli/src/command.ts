/** An option of a command. */
export interface CommandOption {
  readonly type: "string" | "boolean";
  /** The placeholder of a text option's value in `--help`: the `N` of `--port N`. */
  readonly value?: string;
  readonly help: string;
  /** True if the option can be repeated. */
  readonly isRepeatable?: boolean;
}

/** The arguments of a command. */
export interface Invocation {
  /** The value of a text option, or undefined if it was not given. */
  text(name: string): string | undefined;
  /** All values of a text option, in order. */
  texts(name: string): readonly string[];
  /** The argument that is not an option, for a command that takes one. */
  readonly operand: string | undefined;
  /** The arguments after the operand, for a command that takes more of them. */
  readonly moreOperands?: readonly string[];
  /** True if the switch was given. */
  flag(name: string): boolean;
}

/** One command of `counterfoil`. */
export interface Command {
  /** Details that `--help` shows after the usage line; the summary is in the `CommandEntry`. */
  readonly description: string;
  /** A command line that `--help` shows as an example, without `counterfoil`: `events import usage.csv`. */
  readonly example?: string;
  /** The placeholder of the argument that is not an option: `FILE`. */
  readonly operand?: string;
  /** The placeholder of any number of further arguments: `NAME=VALUE`. */
  readonly moreOperands?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /**
   * Runs the command and returns the exit code: 0 success, 1 failure, 2 wrong usage, 3 success with rejects, 4 migrations
   * are pending, 5 the server cannot be reached, 6 the API key was refused, 7 the server differs from a catalog file, 8
   * the server changed since the plan, 130 stopped by the user. Throws `CommandError` to fail with a message.
   */
  run(invocation: Invocation): Promise<number>;
}

/** How a command is listed and loaded. Only the module of the command that runs is loaded. */
export interface CommandEntry {
  /** One or two words: `org create`. */
  readonly name: string;
  readonly summary: string;
  /** True for a command that works through the API of a server, with an address and a key (R-CLI-2). */
  readonly isRemote?: boolean;
  load(): Promise<Command>;
}

/** Ends a command with a message for the user, without a stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
