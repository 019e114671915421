import type { Random } from "../random.ts";
import type { World } from "../world.ts";

/** A kind of step in the life of an organization. To add one, add a file to this folder and a line to `index.ts`. */
export interface Action {
  readonly name: string;
  /** Relative probability; 0 if the step is impossible now. */
  weight(world: World): number;
  /** Chooses details, acts on the platform, and records the result. */
  perform(world: World, random: Random): Promise<void>;
}
