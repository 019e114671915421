import { DomainError } from "@counterfoil/service";
import type { World } from "../world.ts";

const EXPECTED = ["state_conflict", "validation_failed"];

/** Answers undefined where the platform refuses with a reason; what is no refusal is a fault of the platform. */
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
