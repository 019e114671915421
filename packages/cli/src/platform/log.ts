import { loggedError } from "@counterfoil/http";
import type { LogLevel } from "../configuration/configuration.ts";

type Members = Readonly<Record<string, unknown>>;

/** A log in JSON lines on standard error, as the API writes it: for what happens outside a request. */
export interface Log {
  error(error: unknown, message: string, members?: Members): void;
  warn(message: string, members?: Members): void;
}

/** From the rarest on. */
const LEVELS: readonly LogLevel[] = ["silent", "fatal", "error", "warn", "info", "debug"];

/** @param now the present instant for the line's time */
export function createLog(level: LogLevel, now: () => string): Log {
  function write(of: LogLevel, message: string, members: Members): void {
    if (LEVELS.indexOf(of) > LEVELS.indexOf(level)) return;
    process.stderr.write(`${JSON.stringify({ level: of, time: now(), ...members, msg: message })}\n`);
  }
  return {
    error: (error, message, members = {}) => write("error", message, { ...members, err: loggedError(error) }),
    warn: (message, members = {}) => write("warn", message, members),
  };
}
