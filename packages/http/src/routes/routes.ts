import type { Route } from "../route.ts";
import { accountRoutes } from "./accounts.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { invoiceRoutes } from "./invoices.ts";
import { organizationRoutes } from "./organization.ts";
import { subscriptionRoutes } from "./subscriptions.ts";
import { testClockRoutes } from "./test-clocks.ts";
import { versionRoutes } from "./versions.ts";

/** Every operation of the interface, in the order in which the reference shows them. */
export const routes: readonly Route[] = [
  ...organizationRoutes,
  ...apiKeyRoutes,
  ...accountRoutes,
  ...subscriptionRoutes,
  ...versionRoutes,
  ...invoiceRoutes,
  ...testClockRoutes,
];
