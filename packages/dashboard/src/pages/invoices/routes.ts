import type { PageRoute } from "../../app/page-route.ts";

export const invoiceRoutes: readonly PageRoute[] = [
  { path: "/invoices", page: () => import("./invoice-list.tsx").then(({ InvoiceList }) => InvoiceList) },
];
