import type { CreditGrantRow, CreditSettingRow } from "@counterfoil/storage";

const at = "2024-01-01T00:00:00.000Z";

/** 100 EUR of prepaid credit that never expires. */
export const grant = (members: Partial<CreditGrantRow> = {}): CreditGrantRow => ({
  id: "grant_1",
  accountId: "acct_1",
  currency: "EUR",
  metricId: null,
  amount: "100",
  balance: "100",
  priority: 100,
  effectiveAt: at,
  expiresAt: null,
  productIds: [],
  reason: null,
  voidedAt: null,
  testClockId: null,
  createdAt: at,
  updatedAt: at,
  ...members,
});

/** Credit without a threshold and without top-ups. */
export const creditSetting = (members: Partial<CreditSettingRow> = {}): CreditSettingRow => ({
  accountId: "acct_1",
  lowBalanceThreshold: null,
  creditLine: null,
  settleAboveHeld: "accept",
  topUpThreshold: null,
  topUpAmount: null,
  topUpGrantsOn: null,
  topUpPriority: null,
  topUpExpiresAfterDays: null,
  topUpProductId: null,
  topUpDueAt: null,
  topUpFailure: null,
  lowToldAt: null,
  testClockId: null,
  createdAt: at,
  updatedAt: at,
  ...members,
});
