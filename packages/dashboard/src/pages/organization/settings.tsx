import { pageAt } from "../../routing/page-at.ts";
import { type ComponentType, Suspense } from "react";
import { Link } from "@tanstack/react-router";
import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { whenShown } from "../../design/when-shown.tsx";
import { classes } from "../../design/classes.ts";
import { Page } from "../../design/page.tsx";
import { Skeleton } from "../../design/states.tsx";

const PARTS: readonly (readonly [key: string, name: string, part: ComponentType])[] = [
  [
    "organization",
    "Organization",
    whenShown(() => import("./organization-part.tsx").then((one) => one.OrganizationPart)),
  ],
  ["documents", "Documents", whenShown(() => import("./documents-part.tsx").then((one) => one.DocumentsPart))],
  ["numbering", "Numbering", whenShown(() => import("./numbering-part.tsx").then((one) => one.NumberingPart))],
  ["invoicing", "Invoicing", whenShown(() => import("./invoicing-part.tsx").then((one) => one.InvoicingPart))],
  ["e-invoicing", "E-invoices", whenShown(() => import("./e-invoicing-part.tsx").then((one) => one.EInvoicingPart))],
  ["taxes", "Taxes", whenShown(() => import("./taxes-part.tsx").then((one) => one.TaxesPart))],
  ["currencies", "Currencies", whenShown(() => import("./currencies-part.tsx").then((one) => one.CurrenciesPart))],
  ["payments", "Payments", whenShown(() => import("./payments-part.tsx").then((one) => one.PaymentsPart))],
  ["mail", "Email", whenShown(() => import("./mail-part.tsx").then((one) => one.MailPart))],
  ["you", "You", whenShown(() => import("./you-part.tsx").then((one) => one.YouPart))],
];

/** The settings in parts, each loaded when it is opened. The open part is in the address. */
export function Settings() {
  const [search] = useAddress("/settings");
  const mayAdminister = useMay("admin");
  const chosen = PARTS.find(([key]) => key === search.part) ?? PARTS[0];
  if (chosen === undefined) return null;
  const [chosenKey, , Part] = chosen;
  return (
    <Page
      title="Settings"
      note={mayAdminister ? undefined : "Only owners and admins can change the organization’s settings."}
    >
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <nav
          aria-label="Settings sections"
          className="flex gap-1 overflow-x-auto max-lg:border-b max-lg:border-line lg:sticky lg:top-5 lg:flex-col"
        >
          {PARTS.map(([key, name]) => (
            <Link
              key={key}
              {...pageAt("/settings", { part: key })}
              aria-current={key === chosenKey ? "page" : undefined}
              className={classes(
                "flex h-9 shrink-0 items-center px-3 text-sm hover:text-ink lg:h-8 lg:rounded-md",
                key === chosenKey
                  ? "font-medium text-ink max-lg:border-b-2 max-lg:border-accent lg:bg-accent-soft lg:text-accent"
                  : "text-muted lg:hover:bg-sunken",
              )}
            >
              {name}
            </Link>
          ))}
        </nav>
        <div className="min-w-0">
          <Suspense fallback={<Skeleton className="h-[36rem] w-full" />}>
            <Part />
          </Suspense>
        </div>
      </div>
    </Page>
  );
}
