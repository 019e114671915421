/** What can be wrong with a member that was sent. Stable: clients decide by it. */
export const faultCodes = [
  "required",
  "unknown_member",
  "invalid_type",
  "invalid_value",
  "invalid_decimal",
  "out_of_range",
  "negative",
  "not_positive",
  "empty",
  "too_long",
  "too_many",
  "duplicate",
  "tier_gap",
  "tier_overlap",
  "tier_empty",
  "tier_not_last",
  "tier_not_open",
  "total_differs",
  "invalid_expression",
] as const;

export type FaultCode = (typeof faultCodes)[number];

/** One wrong member of what was sent. */
export interface Fault {
  /** JSON pointer (RFC 6901) from the value that was checked: `/tiers/1/minUnits`; empty for the value itself. */
  readonly pointer: string;
  readonly code: FaultCode;
  /** A sentence for the person who has to mend it. */
  readonly detail: string;
}
