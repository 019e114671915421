import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { exists } from "./exists.ts";
import { birthOf, isAlive } from "./process-identity.ts";
import { waitUntil } from "./wait-until.ts";

/** The right of one process to run the server of a folder, held as long as the server runs. */
export interface FolderClaim {
  release(): Promise<void>;
}

interface Owner {
  readonly pid: number;
  /** Differs for a later process with the same ID. */
  readonly birth: string | null;
  readonly token: string;
}

/** The ID of the living process that runs the server of a folder; undefined if there is none. */
export async function claimantOf(folder: string): Promise<number | undefined> {
  const owner = await readOwner(join(folder, "running"));
  return owner !== undefined && isLiving(owner) ? owner.pid : undefined;
}

/**
 * Claims a folder for this process. Throws if a living process holds it. Creating a folder is atomic, so only one of
 * two concurrent starts succeeds. A claim whose process has ended is taken over.
 */
export async function claimFolder(folder: string): Promise<FolderClaim> {
  const claim = join(folder, "running");
  const mine: Owner = { pid: process.pid, birth: birthOf(process.pid) ?? null, token: randomUUID() };
  for (let look = 0; look < 50; look += 1) {
    if (await tryClaim(claim, mine)) return { release: () => releaseClaim(claim, mine) };
    const owner = await readOwner(claim);
    if (owner !== undefined && isLiving(owner)) {
      throw new EmbeddedPostgresError(
        `Another process (${owner.pid}) already runs the database in ${folder}. ` +
          "Stop it, wait until it has ended, or choose another data folder.",
      );
    }
    await removeStaleClaim(claim, owner);
    await sleep(10);
  }
  throw new EmbeddedPostgresError(
    `Cannot claim ${folder} because other processes keep changing ${claim}. Remove that file and start again.`,
  );
}

async function tryClaim(claim: string, mine: Owner): Promise<boolean> {
  try {
    await mkdir(claim);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  await writeFile(join(claim, "owner.json"), JSON.stringify(mine));
  return (await readOwner(claim))?.token === mine.token;
}

/**
 * The owner written in a claim. A claim without one may just have been created, so this waits up to a second for the
 * owner.
 */
async function readOwner(claim: string): Promise<Owner | undefined> {
  let owner: Owner | undefined;
  await waitUntil(async () => {
    try {
      owner = JSON.parse(await readFile(join(claim, "owner.json"), "utf8")) as Owner;
      return true;
    } catch {
      return !(await exists(claim));
    }
  }, 1_000);
  return owner;
}

function isLiving(owner: Owner): boolean {
  return isAlive(owner.pid) && (owner.birth === null || birthOf(owner.pid) === owner.birth);
}

/**
 * Moves the claim aside first. If another process has replaced it meanwhile, this is noticed and the claim is put back.
 */
async function removeStaleClaim(claim: string, stale: Owner | undefined): Promise<void> {
  const aside = `${claim}.stale-${process.pid}`;
  await rm(aside, { recursive: true, force: true });
  try {
    await rename(claim, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const moved = await readOwner(aside);
  if (moved !== undefined && moved.token !== stale?.token) await rename(aside, claim).catch(() => undefined);
  await rm(aside, { recursive: true, force: true });
}

async function releaseClaim(claim: string, mine: Owner): Promise<void> {
  if ((await readOwner(claim))?.token === mine.token) await rm(claim, { recursive: true, force: true });
}
