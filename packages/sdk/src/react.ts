export type {
  AccountBilling,
  FeatureUsage,
  OfferedFeature,
  OfferedPlan,
  OfferedPrice,
} from "./billing/account-billing.ts";
export {
  BillingProvider,
  type BillingProviderProps,
  type BillingState,
  useBilling,
  useUsage,
} from "./react/billing-provider.tsx";
export { PlanTable, type PlanTableProps } from "./react/plan-table.tsx";
export { PortalButton, type PortalButtonProps } from "./react/portal-button.tsx";
export type { BillingTexts } from "./react/texts.ts";
export { UsageMeter, type UsageMeterProps } from "./react/usage-meter.tsx";
