import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { accountRoutes } from "../pages/accounts/routes.ts";
import { catalogueRoutes } from "../pages/catalogue/routes.ts";
import { clockRoutes } from "../pages/clocks/routes.ts";
import { developerRoutes } from "../pages/developers/routes.ts";
import { homeRoutes } from "../pages/home/routes.ts";
import { importRoutes } from "../pages/imports/routes.ts";
import { invoiceRoutes } from "../pages/invoices/routes.ts";
import { marginRoutes } from "../pages/margin/routes.ts";
import { organizationRoutes } from "../pages/organization/routes.ts";
import { paymentRoutes } from "../pages/payments/routes.ts";
import { quoteRoutes } from "../pages/quotes/routes.ts";
import { signInRoutes } from "../pages/sign-in/routes.ts";
import { subscriptionRoutes } from "../pages/subscriptions/routes.ts";
import { usageRoutes } from "../pages/usage/routes.ts";
import { Failure, Skeleton } from "../design/states.tsx";
import { readAhead } from "../server/queries.ts";
import { ScriptMissing } from "../loading/script-missing.ts";
import { meQuery, organizationQuery } from "../server/session.ts";
import { INSIDE } from "../routing/route-id.ts";
import { asText, readSearch, type Parameters } from "../routing/search-parameters.ts";
import { SEARCHES } from "../routing/searches.ts";
import { guarded, Missing } from "./guarded.tsx";
import { Shell } from "./shell.tsx";
import { Unloaded } from "../design/unloaded.tsx";
import { loaded } from "../design/when-shown.tsx";

const pages = [
  ...homeRoutes,
  ...marginRoutes,
  ...accountRoutes,
  ...subscriptionRoutes,
  ...quoteRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...catalogueRoutes,
  ...usageRoutes,
  ...importRoutes,
  ...developerRoutes,
  ...clockRoutes,
  ...organizationRoutes,
];

const root = createRootRoute({ notFoundComponent: Missing });

/** The routes for signed-in people, inside the shell. */
const inside = createRoute({
  getParentRoute: () => root,
  id: INSIDE,
  component: Shell,
  loader: beginSession,
});

const tree = root.addChildren([
  inside.addChildren([
    ...pages.map(({ path, page, scope, begin }) =>
      createRoute({
        getParentRoute: () => inside,
        path,
        validateSearch: searchReader(path),
        component: guarded(
          scope,
          lazyRouteComponent(() => loaded(page)),
        ),
        loader: () => begin?.(),
      }),
    ),
    // Every other address, so that its page is inside the shell.
    createRoute({ getParentRoute: () => inside, path: "$", component: Missing }),
  ]),
  ...signInRoutes.map(({ path, page }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      validateSearch: searchReader(path),
      component: lazyRouteComponent(() => loaded(page)),
    }),
  ),
]);

function beginSession(): void {
  readAhead(meQuery);
  readAhead(organizationQuery);
}

/**
 * Starts the first requests of a page before React renders its frame. The page's loader then finds them running. A path
 * with parameters waits for its loader.
 */
export function beginPage(pathname: string): void {
  const opened = pages.find(({ path }) => `/app${path}` === pathname);
  if (opened?.begin === undefined) return;
  // Its script before its data: a browser sends six requests at a time. The router reports a script that is missing.
  opened.page().catch(() => undefined);
  beginSession();
  opened.begin();
}

/** Reads the search parameters for the page of a path. */
function searchReader(path: string) {
  const all: Readonly<Record<string, Parameters>> = SEARCHES;
  return (written: Record<string, unknown>) => readSearch(all[path] ?? {}, written);
}

export const router = createRouter({
  routeTree: tree,
  ...asText,
  basepath: "/app",
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingComponent: Pending,
  defaultPendingMs: 150,
  // A page is shown as soon as it is there, also if its placeholder has just appeared.
  defaultPendingMinMs: 0,
  defaultErrorComponent: Failed,
});

function Pending() {
  return (
    <div className="p-8">
      <Skeleton className="mb-6 h-8 w-64" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}

function Failed({ error, reset }: ErrorComponentProps) {
  if (!(error instanceof ScriptMissing)) return <Failure error={error} onRetry={reset} />;
  return (
    <div className="p-8">
      <Unloaded />
    </div>
  );
}
