import { loggedError } from "@counterfoil/http";
import type { ClockOff } from "@counterfoil/service";
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

/** Writes that the clock became wrong, or right again. */
export function tellOfClock(log: Log, off: ClockOff | null): void {
  if (off === null) log.warn("the clock agrees with the database's again: requests and due work go on");
  else log.error(off, "the clock is wrong: requests are refused and no due work is done until it is set");
}
