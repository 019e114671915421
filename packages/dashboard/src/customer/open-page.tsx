import { type ComponentType, lazy, Suspense } from "react";
import { type Opened, Waiting } from "./customer-page.tsx";

const InvoicePage = lazy(async () => ({ default: (await import("./invoice-page.tsx")).InvoicePage }));
const QuotePage = lazy(async () => ({ default: (await import("./quote-page.tsx")).QuotePage }));
const PortalPage = lazy(async () => ({ default: (await import("./portal-page.tsx")).PortalPage }));

const PAGES: Readonly<Record<string, ComponentType<Opened>>> = {
  invoice: InvoicePage,
  quote: QuotePage,
  portal: PortalPage,
};

/** The page at an address: `/invoice/TOKEN`, `/quote/TOKEN`, `/portal/TOKEN`. */
export function CustomerPage({ path }: { readonly path: string }) {
  const [kind = "", token = ""] = path.split("/").filter((part) => part !== "");
  const Shown = PAGES[kind];
  return Shown === undefined ? null : (
    <Suspense fallback={<Waiting />}>
      <Shown token={token} />
    </Suspense>
  );
}
