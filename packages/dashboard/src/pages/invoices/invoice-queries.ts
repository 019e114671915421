import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

export const invoiceQuery = (id: string) =>
  queryOptions({ ...asked((api, signal) => api.invoices.get(id, { signal })) });

export const paymentsOfInvoiceQuery = (id: string) =>
  queryOptions({
    ...asked((api, signal) => api.invoices.listPayments(id, { limit: 100, sort: "createdAt:asc" }, { signal }).all()),
  });

export const creditNotesOfInvoiceQuery = (id: string) =>
  queryOptions({
    ...asked((api, signal) =>
      api.invoices.listCreditNotes(id, { limit: 100, sort: "createdAt:asc" }, { signal }).all(),
    ),
  });
