import {
  BillingProvider,
  type FeatureUsage,
  type OfferedPlan,
  PlanTable,
  PortalButton,
  UsageMeter,
  useUsage,
} from "@counterfoil/sdk/react";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

// R-SDK-2. The components are drawn in Chromium in test/outside-judges/sdk-examples.

const tokens: FeatureUsage = {
  featureKey: "tokens",
  name: "Tokens",
  type: "quantity",
  allowed: true,
  limit: "100000",
  unlimited: false,
  used: "4200.5",
  reserved: "0",
  remaining: "95799.5",
  overage: "0",
  resetsAt: "2026-01-31T23:00:00.000Z",
  resets: "month",
};
const sso: FeatureUsage = {
  ...tokens,
  featureKey: "sso",
  name: "SSO",
  type: "boolean",
  limit: null,
  used: null,
  overage: null,
  resetsAt: null,
  resets: null,
};

const draw = (element: ReactElement) => renderToStaticMarkup(element);
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

test("a meter shows exact figures, and is a meter for screen readers", () => {
  const html = draw(createElement(UsageMeter, { usage: tokens, timeZone: "Europe/Berlin" }));
  expect(textOf(html)).toBe("Tokens 4,200.5 of 100,000 used Resets on Feb 1, 2026");
  expect(html).toContain(
    'role="meter" aria-label="Tokens" aria-valuemin="0" aria-valuemax="100" aria-valuenow="4" aria-valuetext="4,200.5 of 100,000 used"',
  );
  // Pages whose Content-Security-Policy forbids inline styles draw the bar too.
  expect(html).toContain('width="4%"');
  expect(html).not.toContain("style=");
});

test("a meter never shows a full bar before the limit, nor an empty one after the first use", () => {
  const barOf = (used: string, limit = "100000") => {
    const html = draw(createElement(UsageMeter, { usage: { ...tokens, used, limit } }));
    return [/data-state="(\w+)"/.exec(html)?.[1], /cf-meter-bar" width="(\d+%)"/.exec(html)?.[1]];
  };
  expect(barOf("0")).toEqual(["normal", undefined]);
  expect(barOf("0.001")).toEqual(["normal", "1%"]);
  expect(barOf("79999")).toEqual(["normal", "79%"]);
  expect(barOf("80000")).toEqual(["near", "80%"]);
  expect(barOf("99999.999")).toEqual(["near", "99%"]);
  expect(barOf("100000")).toEqual(["reached", "100%"]);
  expect(barOf("100001")).toEqual(["reached", "100%"]);
  expect(barOf("0", "0")).toEqual(["reached", "100%"]);
});

test("a meter shows what is over the limit, unlimited features, and features that are on or off", () => {
  const text = (usage: FeatureUsage) => textOf(draw(createElement(UsageMeter, { usage })));
  expect(text({ ...tokens, overage: "12.5", resetsAt: null })).toContain("12.5 over the limit");
  expect(text({ ...tokens, limit: null, unlimited: true, resetsAt: null })).toBe("Tokens 4,200.5 used, unlimited");
  expect(text(sso)).toBe("SSO Included");
  expect(text({ ...sso, allowed: false })).toBe("SSO Not included");
});

test("figures keep all their digits, and texts can be in another language", () => {
  const html = draw(
    createElement(UsageMeter, {
      usage: { ...tokens, used: "12345678901234567890.123456", limit: "99999999999999999999", resetsAt: null },
      label: "Token",
      locale: "de-DE",
      texts: { usedOfLimit: "{used} von {limit} verbraucht" },
    }),
  );
  expect(textOf(html)).toBe("Token 12.345.678.901.234.567.890,123456 von 99.999.999.999.999.999.999 verbraucht");
});

const plan: OfferedPlan = {
  id: "plan_1",
  name: "Team",
  description: "For teams",
  trialPeriodDays: 14,
  isCurrent: true,
  prices: [
    { name: "Base", kind: "fixed", amount: "49.00", currency: "EUR", interval: "monthly", unitLabel: null },
    { name: "Setup", kind: "fixed", amount: "1200", currency: "JPY", interval: null, unitLabel: null },
    { name: "Seats", kind: "unit", amount: "12.50", currency: "EUR", interval: "monthly", unitLabel: "seat" },
    { name: "Calls", kind: "unit", amount: "0.000125", currency: "EUR", interval: "monthly", unitLabel: null },
    { name: "Storage", kind: "usage", amount: null, currency: "EUR", interval: "monthly", unitLabel: "GB" },
  ],
  features: [
    { featureKey: "sso", name: "SSO", value: false, resets: "none" },
    { featureKey: "tokens", name: "Tokens", value: "100000", resets: "month" },
    { featureKey: "calls", name: "Calls", value: "unlimited", resets: "none" },
  ],
};

test("a plan shows prices as the server sent them, features, the trial, and an action", () => {
  const action = ({ id }: OfferedPlan) => createElement("a", { href: `/buy/${id}` }, "Choose");
  const html = draw(createElement(PlanTable, { plans: [plan], headingLevel: 2, action }));
  expect(textOf(html)).toBe(
    "Team Current plan For teams " +
      "Base €49.00 per month Setup ¥1,200 once Seats €12.50 per seat Calls €0.000125 per unit Storage Based on usage " +
      "SSO Not included Tokens 100,000 per month Calls Unlimited 14-day trial Choose",
  );
  expect(html).toContain("<h2");
  expect(html).toContain('href="/buy/plan_1"');
});

test("an application may write prices itself", () => {
  const renderPrice = ({ kind }: OfferedPlan["prices"][number]) => (kind === "usage" ? "from €0.10 per GB" : undefined);
  expect(textOf(draw(createElement(PlanTable, { plans: [plan], renderPrice })))).toContain("Storage from €0.10 per GB");
});

test("the portal button is a form that posts, so no link exists before the click", () => {
  expect(draw(createElement(PortalButton, { action: "/billing" }, "Manage"))).toBe(
    '<form class="cf-portal" action="/billing" method="post"><button type="submit" class="cf-button">Manage</button></form>',
  );
});

test("hooks read what the server rendered on, and say so if there is no provider", () => {
  const Left = () => createElement("p", null, useUsage("tokens")?.remaining ?? "none");
  const initial = { asOf: "2026-01-05T00:00:00.000Z", usage: [tokens], plans: [] };
  expect(draw(createElement(BillingProvider, { initial }, createElement(Left)))).toBe("<p>95799.5</p>");
  expect(draw(createElement(BillingProvider, null, createElement(Left)))).toBe("<p>none</p>");
  expect(() => draw(createElement(Left))).toThrowError("useBilling needs a <BillingProvider>");
});
