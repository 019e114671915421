import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readJson, writePrivateJson } from "./private-file.ts";

/**
 * The facts of a running start for other programs: `started.json` in its data folder, present while it is ready
 * (R-OPS-1).
 */
export interface Started {
  readonly url: string;
  /** Null for an organization whose key we do not have. */
  readonly apiKey: string | null;
  /** The sign-in of the owner that a start created; null if it created none, or if the password has changed. */
  readonly email: string | null;
  readonly password: string | null;
  readonly pid: number;
}

function startedPath(dataFolder: string): string {
  return join(dataFolder, "started.json");
}

export async function writeStarted(dataFolder: string, started: Started): Promise<void> {
  await writePrivateJson(startedPath(dataFolder), started);
}

export async function removeStarted(dataFolder: string): Promise<void> {
  await rm(startedPath(dataFolder), { force: true });
}

const ANSWER_WITHIN_MILLISECONDS = 2_000;

/**
 * The start that runs on this folder, or undefined. A crash leaves the file behind, so it counts only if its process is
 * alive and its URL responds.
 */
export async function findRunning(dataFolder: string): Promise<Started | undefined> {
  const started = await findStarted(dataFolder);
  if (started === undefined) return undefined;
  try {
    const answer = await fetch(`${started.url}/health/live`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MILLISECONDS),
    });
    return answer.ok ? started : undefined;
  } catch {
    return undefined;
  }
}

/** The start on this folder whose process is alive, whether or not it responds. Its ID may be that of another process since. */
export async function findStarted(dataFolder: string): Promise<Started | undefined> {
  const started = await readJson(startedPath(dataFolder));
  return isStarted(started) && isAlive(started.pid) ? started : undefined;
}

function isStarted(value: unknown): value is Started {
  if (typeof value !== "object" || value === null) return false;
  return "url" in value && typeof value.url === "string" && "pid" in value && Number.isInteger(value.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
