import { loggedError } from "@counterfoil/http";
import type { ClockOff } from "@counterfoil/service";
import type { LogLevel } from "../configuration/configuration.ts";

type Members = Readonly<Record<string, unknown>>;

/** A log in JSON lines on standard error, in the format of the API's log, for everything outside a request. */
export interface Log {
  error(error: unknown, message: string, members?: Members): void;
  warn(message: string, members?: Members): void;
}

/** From the fewest lines to the most. */
const LEVELS: readonly LogLevel[] = ["silent", "fatal", "error", "warn", "info", "debug"];

/** @param now the present instant, for the time of a line */
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

/** Logs that the clock became wrong or correct. */
export function tellOfClock(log: Log, off: ClockOff | null): void {
  if (off === null) log.warn("the clock agrees with the database again: requests and due work continue");
  else log.error(off, "the clock is wrong: requests are refused and no due work runs until it is corrected");
}
