/** What can be wrong with a member of a request. The codes are stable: clients depend on them. */
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

/** One wrong member of a request. */
export interface Fault {
  /** JSON pointer (RFC 6901) from the checked value: `/tiers/1/minUnits`; empty for the value itself. */
  readonly pointer: string;
  readonly code: FaultCode;
  /** A sentence for the person who has to correct it. */
  readonly detail: string;
}
