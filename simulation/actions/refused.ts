import { DomainError } from "@counterfoil/service";
import type { World } from "../world.ts";

const EXPECTED = ["state_conflict", "validation_failed"];

/** Returns undefined if the platform refuses with a reason. Any other error is a fault of the platform. */
export async function unlessRefused<Result>(
  world: World,
  what: string,
  attempt: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof DomainError) || !EXPECTED.includes(error.code)) throw error;
    world.coverage.count(`refused: ${what}`);
    return undefined;
  }
}
