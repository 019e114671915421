import { createConnection, HostedInvoicesApi, PortalApi, QuotesApi } from "@counterfoil/sdk";

// Single resources and not the whole client: these pages are met on phones.
const connection = createConnection({});

export const invoices = new HostedInvoicesApi(connection);
export const quotes = new QuotesApi(connection);
export const portals = new PortalApi(connection);
