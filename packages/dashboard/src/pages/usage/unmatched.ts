import type { UnmatchedEventsResult } from "@counterfoil/sdk";

export type Unmatched = UnmatchedEventsResult["items"][number];
