import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";

/** What an error message may need to name. */
export interface FailurePlace {
  readonly dataFolder: string;
  readonly port?: number;
  readonly logPath?: string;
}

/** Known causes by PostgreSQL's output, with the solution for each. */
const causes: readonly (readonly [RegExp, (place: FailurePlace) => string])[] = [
  // PostgreSQL reports a file that it could extend only in part without the system's error.
  [
    /No space left on device|Check free disk space/,
    ({ dataFolder }) => `the disk that holds ${dataFolder} is full. Free some space`,
  ],
  [
    /could not bind|Address already in use/,
    ({ port }) =>
      `port ${port} of 127.0.0.1 is already in use. Stop the program that listens there, choose another port`,
  ],
  [
    /database files are incompatible with server|was initialized by PostgreSQL version/,
    ({ dataFolder }) =>
      `the data in ${dataFolder} was made by another version of PostgreSQL. ` +
      "Export it with the release that made it and " +
      "import it here",
  ],
  [
    /data directory .* has wrong ownership|Permission denied|has invalid permissions/,
    ({ dataFolder }) =>
      `this user may not use ${dataFolder}. Start as the user who started it first, choose another data folder`,
  ],
  [
    /could not create shared memory segment|could not map anonymous shared memory|Cannot allocate memory/,
    () => "there is not enough memory. Free some, lower shared_buffers",
  ],
  [
    /must specify "restore_command"/,
    ({ dataFolder }) => `a restore into ${dataFolder} did not finish. Empty the data folder and restore again`,
  ],
  [/error while loading shared libraries|cannot open shared object/, () => "a system library is missing (see below)"],
];

/** True if the old server's processes have not all ended yet, so that waiting helps. */
export function isStillLeaving(output: string): boolean {
  return /pre-existing shared memory block|lock file ".*" already exists/.test(output);
}

/** True if another process listens on the port. */
export function isPortTaken(output: string): boolean {
  return /could not bind|Address already in use/.test(output);
}

/** The error for PostgreSQL's output: the cause if it is known, and always the last lines of the output. */
export function explainFailure(what: string, output: string, place: FailurePlace): EmbeddedPostgresError {
  const lines = output.trim().split("\n").slice(-8).join("\n  ");
  const known =
    causes.find(([pattern]) => pattern.test(output))?.[1](place) ?? "its output below says why. Correct that";
  const log = place.logPath === undefined ? "" : `\nThe full log is ${place.logPath}.`;
  return new EmbeddedPostgresError(`${what}: ${known}, ${useOwnServer}.\n  ${lines}${log}`);
}
