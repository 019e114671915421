import Type from "typebox";
import { subscriptionQuote } from "./quote.ts";
import { nullable, record } from "./schema.ts";
import { subscription } from "./subscription.ts";

/** A subscription in a list, with the quote that `include=quote` adds. */
export const listedSubscription = record({
  ...subscription.properties,
  quote: Type.Optional(
    nullable(record(subscriptionQuote.properties, { description: "Only with `include=quote`. Null if never sent." })),
  ),
});
