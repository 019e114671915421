import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";

/** What a refusal may need to name. */
export interface FailurePlace {
  readonly dataFolder: string;
  readonly port?: number;
  readonly logPath?: string;
}

/** Known causes by what PostgreSQL writes, with the way out of each. */
const causes: readonly (readonly [RegExp, (place: FailurePlace) => string])[] = [
  [/No space left on device/, ({ dataFolder }) => `the disk that holds ${dataFolder} is full. Free some space`],
  [
    /could not bind|Address already in use/,
    ({ port }) => `port ${port} of 127.0.0.1 is taken. Stop what listens there or choose another port`,
  ],
  [
    /database files are incompatible with server|was initialized by PostgreSQL version/,
    ({ dataFolder }) =>
      `the data in ${dataFolder} was made by another version of PostgreSQL. Start the release that made it, export, and ` +
      "import the data here",
  ],
  [
    /data directory .* has wrong ownership|Permission denied|has invalid permissions/,
    ({ dataFolder }) =>
      `the user who starts may not use ${dataFolder}. Start as the user who started first, or choose another data folder`,
  ],
  [
    /could not create shared memory segment|could not map anonymous shared memory|Cannot allocate memory/,
    () => "there is not enough memory. Free some or lower shared_buffers",
  ],
  [
    /must specify "restore_command"/,
    ({ dataFolder }) => `a restore into ${dataFolder} did not end. Empty the data folder and restore again`,
  ],
  [/error while loading shared libraries|cannot open shared object/, () => "a system library is missing (see below)"],
];

/** True when the old server's processes are not all gone yet: waiting helps. */
export function isStillLeaving(output: string): boolean {
  return /pre-existing shared memory block|lock file ".*" already exists/.test(output);
}

/** True when somebody else listens on the port. */
export function isPortTaken(output: string): boolean {
  return /could not bind|Address already in use/.test(output);
}

/** The error for what PostgreSQL wrote: the cause in words where it is known, and always its own last lines. */
export function explainFailure(what: string, output: string, place: FailurePlace): EmbeddedPostgresError {
  const lines = output.trim().split("\n").slice(-8).join("\n  ");
  const known = causes.find(([pattern]) => pattern.test(output))?.[1](place) ?? "see its own words below. Mend that";
  const log = place.logPath === undefined ? "" : `\nThe whole log is ${place.logPath}.`;
  return new EmbeddedPostgresError(`${what}: ${known}, ${useOwnServer}.\n  ${lines}${log}`);
}
