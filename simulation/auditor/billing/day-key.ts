import type { PriceMade } from "../../journal/catalogue.ts";
import type { Day } from "../calendar.ts";

/** What the state of a day of a price is kept under. */
export function dayKey(price: PriceMade, day: Day): string {
  return `${price.id} ${day}`;
}
