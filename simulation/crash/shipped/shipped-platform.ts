import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type ShippedVictim = "api" | "worker" | "postgres";

/** The platform as users run it. Each process is restarted whenever it ends. */
export interface ShippedPlatform {
  readonly url: string;
  readonly token: string;
  /** Processes that can be killed alone. */
  readonly victims: readonly ShippedVictim[];
  /** Sends SIGKILL to all of them at once. Resolves when none of them responds. */
  kill(victims: readonly ShippedVictim[]): Promise<void>;
  /** Whether every process is ready. */
  isReady(): Promise<boolean>;
  /** Runs a command on its database. */
  command(words: readonly string[]): Promise<{ code: number; output: string }>;
  /** The owner's database URL. */
  ownerUrl(): Promise<string>;
  /** The last output of the processes. */
  output(): string;
  /** Stops every process and removes every folder, in any state. */
  stop(): Promise<void>;
}

/** Webhooks may go to this machine, in addition to the public internet. */
export const SHIPPED_ENVIRONMENT = { COUNTERFOIL_LOG_LEVEL: "error", COUNTERFOIL_WEBHOOK_ALLOW: "127.0.0.1" } as const;

const FIRST_START_MILLISECONDS = 120_000;
const LOOK_MILLISECONDS = 50;
const HEALTH_MILLISECONDS = 2_000;

/** Whether the process at an address is ready. */
export async function saysReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(HEALTH_MILLISECONDS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** @throws Error with the output, if the first start takes too long */
export async function untilReady(
  platform: Pick<ShippedPlatform, "isReady" | "output">,
  signal: AbortSignal | undefined,
): Promise<void> {
  const begun = performance.now();
  while (!(await platform.isReady())) {
    signal?.throwIfAborted();
    if (performance.now() - begun > FIRST_START_MILLISECONDS) throw new Error(`never ready: ${platform.output()}`);
    await sleep(LOOK_MILLISECONDS);
  }
}

/** A folder that PostgreSQL's user can enter. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-shipped-"));
  await chmod(folder, 0o755);
  return folder;
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
}
