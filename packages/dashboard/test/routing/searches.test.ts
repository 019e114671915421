import { expect, test } from "vitest";
import { accountRoutes } from "../../src/pages/accounts/routes.ts";
import { catalogueRoutes } from "../../src/pages/catalogue/routes.ts";
import { clockRoutes } from "../../src/pages/clocks/routes.ts";
import { developerRoutes } from "../../src/pages/developers/routes.ts";
import { homeRoutes } from "../../src/pages/home/routes.ts";
import { invoiceRoutes } from "../../src/pages/invoices/routes.ts";
import { marginRoutes } from "../../src/pages/margin/routes.ts";
import { organizationRoutes } from "../../src/pages/organization/routes.ts";
import { paymentRoutes } from "../../src/pages/payments/routes.ts";
import { quoteRoutes } from "../../src/pages/quotes/routes.ts";
import { signInRoutes } from "../../src/pages/sign-in/routes.ts";
import { subscriptionRoutes } from "../../src/pages/subscriptions/routes.ts";
import { usageRoutes } from "../../src/pages/usage/routes.ts";
import { routeIdOf } from "../../src/routing/route-id.ts";
import { asText, oneOf, readSearch, text } from "../../src/routing/search-parameters.ts";
import { SEARCHES } from "../../src/routing/searches.ts";

const inside = [
  accountRoutes,
  catalogueRoutes,
  clockRoutes,
  developerRoutes,
  homeRoutes,
  invoiceRoutes,
  marginRoutes,
  organizationRoutes,
  paymentRoutes,
  quoteRoutes,
  subscriptionRoutes,
  usageRoutes,
].flat();

test("each path with search parameters is a page of the router", () => {
  const ids = [...inside.map(({ path }) => `/inside${path}`), ...signInRoutes.map(({ path }) => path)];
  expect(Object.keys(SEARCHES).length).toBeGreaterThan(30);
  expect(Object.keys(SEARCHES).filter((path) => !ids.includes(routeIdOf(path)))).toEqual([]);
});

test("leaves out invalid values, and parameters that the page does not read", () => {
  const parameters = { q: text, do: oneOf("issue", "pay") };
  expect(readSearch(parameters, { q: "INV-1", do: "pay", other: "x" })).toEqual({ q: "INV-1", do: "pay" });
  expect(readSearch(parameters, { do: "explode" })).toEqual({ do: undefined });
  expect(readSearch(parameters, {})).toEqual({});
});

test.each(["2024", "007", "1e3", "true", "null", '"quoted"', "a b&c", "createdAt:desc"])(
  "a search for %s stays text in the address",
  (q) => {
    const written = asText.stringifySearch({ q, status: undefined });
    expect(asText.parseSearch(written)).toEqual({ q });
    expect(written).not.toContain("%22".repeat(q.startsWith('"') ? 3 : 1));
  },
);

test("an address without parameters has no question mark", () => {
  expect(asText.stringifySearch({ q: undefined })).toBe("");
});
