import type { Random } from "../random.ts";
import type { World } from "../world.ts";

/** One kind of thing that happens to an organization. A new one is a file beside this and a line in `index.ts`. */
export interface Action {
  readonly name: string;
  /** How likely it is beside the others; 0 while there is nothing to do it to. */
  weight(world: World): number;
  /** Decides, does it on the platform, and records what was done. */
  perform(world: World, random: Random): Promise<void>;
}
