import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Link,
} from "@tanstack/react-router";
import { accountRoutes } from "../pages/accounts/routes.ts";
import { catalogueRoutes } from "../pages/catalogue/routes.ts";
import { clockRoutes } from "../pages/clocks/routes.ts";
import { developerRoutes } from "../pages/developers/routes.ts";
import { homeRoutes } from "../pages/home/routes.ts";
import { invoiceRoutes } from "../pages/invoices/routes.ts";
import { organizationRoutes } from "../pages/organization/routes.ts";
import { paymentRoutes } from "../pages/payments/routes.ts";
import { quoteRoutes } from "../pages/quotes/routes.ts";
import { signInRoutes } from "../pages/sign-in/routes.ts";
import { subscriptionRoutes } from "../pages/subscriptions/routes.ts";
import { usageRoutes } from "../pages/usage/routes.ts";
import { buttonClasses } from "../design/button.tsx";
import { Page } from "../design/page.tsx";
import { Empty, Failure, Skeleton } from "../design/states.tsx";
import { readAhead } from "../server/queries.ts";
import { ScriptMissing } from "../loading/script-missing.ts";
import { meQuery, organizationQuery } from "../server/session.ts";
import { INSIDE } from "../routing/route-id.ts";
import { asText, readSearch, type Parameters } from "../routing/search-parameters.ts";
import { SEARCHES } from "../routing/searches.ts";
import { Shell } from "./shell.tsx";
import { Unloaded } from "../design/unloaded.tsx";
import { loaded } from "../design/when-shown.tsx";

const pages = [
  ...homeRoutes,
  ...accountRoutes,
  ...subscriptionRoutes,
  ...quoteRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...catalogueRoutes,
  ...usageRoutes,
  ...developerRoutes,
  ...clockRoutes,
  ...organizationRoutes,
];

const root = createRootRoute({ notFoundComponent: Missing });

/** What is seen by who is signed in: inside the shell. */
const inside = createRoute({
  getParentRoute: () => root,
  id: INSIDE,
  component: Shell,
  loader: () => {
    readAhead(meQuery);
    readAhead(organizationQuery);
  },
});

const tree = root.addChildren([
  inside.addChildren(
    pages.map(({ path, page, begin }) =>
      createRoute({
        getParentRoute: () => inside,
        path,
        validateSearch: searchReader(path),
        component: lazyRouteComponent(() => loaded(page)),
        loader: () => begin?.(),
      }),
    ),
  ),
  ...signInRoutes.map(({ path, page }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      validateSearch: searchReader(path),
      component: lazyRouteComponent(() => loaded(page)),
    }),
  ),
]);

/** Reads what an address says to the page of a path. */
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

function Missing() {
  return (
    <Page title="Page not found">
      <Empty
        title="This address doesn’t exist"
        action={
          <Link to="/" className={buttonClasses("primary")}>
            Go home
          </Link>
        }
      />
    </Page>
  );
}
