import type { LogLevel } from "../configuration/configuration.ts";

/** A log in JSON lines on standard error, as the API writes it: for what happens outside a request. */
export interface Log {
  error(error: unknown, message: string, members?: Readonly<Record<string, unknown>>): void;
}

/** @param now the present instant for the line's time */
export function createLog(level: LogLevel, now: () => string): Log {
  return {
    error(error, message, members = {}) {
      if (level === "silent" || level === "fatal") return;
      const reason =
        error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
      process.stderr.write(
        `${JSON.stringify({ level: "error", time: now(), ...members, err: reason, msg: message })}\n`,
      );
    },
  };
}
