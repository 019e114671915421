import type { Route } from "../route.ts";
import { accountRoutes } from "./accounts.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { organizationRoutes } from "./organization.ts";

/** Every operation of the interface, in the order in which the reference shows them. */
export const routes: readonly Route[] = [...organizationRoutes, ...apiKeyRoutes, ...accountRoutes];
