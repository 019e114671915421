import type { PageRoute } from "../../routing/page-route.ts";

export const invoiceRoutes: readonly PageRoute[] = [
  { path: "/invoices", page: () => import("./invoice-list.tsx").then(({ InvoiceList }) => InvoiceList) },
  {
    path: "/invoices/new",
    scope: "billing",
    page: () => import("./write/new-invoice.tsx").then(({ NewInvoice }) => NewInvoice),
  },
  { path: "/invoices/$invoiceId", page: () => import("./invoice-page.tsx").then(({ InvoicePage }) => InvoicePage) },
  {
    path: "/invoices/$invoiceId/edit",
    scope: "billing",
    page: () => import("./write/edit-invoice.tsx").then(({ EditInvoice }) => EditInvoice),
  },
];
