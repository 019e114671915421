import type { Range } from "./period.ts";

/** What every card of the home page needs to know. */
export interface CardProps {
  readonly currency: string;
  readonly range: Range;
}
