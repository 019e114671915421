import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const invoiceQuery = (id: string) =>
  queryOptions({ queryKey: ["invoices", id], queryFn: ({ signal }) => client.invoices.get(id, { signal }) });

export const paymentsOfInvoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ["invoices", id, "payments"],
    queryFn: ({ signal }) => client.invoices.listPayments(id, { limit: 100, sort: "createdAt:asc" }, { signal }).all(),
  });

export const creditNotesOfInvoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ["invoices", id, "credit-notes"],
    queryFn: ({ signal }) =>
      client.invoices.listCreditNotes(id, { limit: 100, sort: "createdAt:asc" }, { signal }).all(),
  });
