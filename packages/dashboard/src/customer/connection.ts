import { createConnection, HostedInvoicesApi, PortalApi, QuotesApi } from "@counterfoil/sdk";

// Imports single resources instead of the whole client, because customers open these pages on phones.
const connection = createConnection({});

export const invoices = new HostedInvoicesApi(connection);
export const quotes = new QuotesApi(connection);
export const portals = new PortalApi(connection);
