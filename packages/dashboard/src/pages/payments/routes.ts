import type { PageRoute } from "../../routing/page-route.ts";

export const paymentRoutes: readonly PageRoute[] = [
  { path: "/payments", page: () => import("./payment-list.tsx").then(({ PaymentList }) => PaymentList) },
  { path: "/payments/$paymentId", page: () => import("./payment-page.tsx").then(({ PaymentPage }) => PaymentPage) },
  {
    path: "/credit-notes",
    page: () => import("./credit-notes/credit-note-list.tsx").then(({ CreditNoteList }) => CreditNoteList),
  },
  {
    path: "/credit-notes/$creditNoteId",
    page: () => import("./credit-notes/credit-note-page.tsx").then(({ CreditNotePage }) => CreditNotePage),
  },
  {
    path: "/credit-grants",
    page: () => import("./credit-grants/credit-grant-list.tsx").then(({ CreditGrantList }) => CreditGrantList),
  },
  {
    path: "/credit-grants/$grantId",
    page: () => import("./credit-grants/credit-grant-page.tsx").then(({ CreditGrantPage }) => CreditGrantPage),
  },
  { path: "/journal", page: () => import("./journal/journal.tsx").then(({ Journal }) => Journal) },
];
