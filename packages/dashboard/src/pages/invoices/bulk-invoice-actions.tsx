import type { ListedInvoice } from "@counterfoil/sdk";
import { BellRing, FileCheck, Send } from "lucide-react";
import type { BulkAction } from "../../list/bulk-action.ts";
import { client } from "../../server/client.ts";
import { toWords } from "../../format/words.ts";

/** What can be done with many invoices at once. */
export const INVOICE_ACTIONS: readonly BulkAction<ListedInvoice>[] = [
  {
    name: "Issue",
    icon: <FileCheck aria-hidden className="size-4" />,
    note: "Each draft gets its number and can no longer change. Its email is sent as for any invoice. Invoices that are not drafts are skipped.",
    past: "issued",
    skips: ({ status }) => (status === "draft" ? null : `${toWords(status)}, not a draft`),
    run: ({ id }) => client.invoices.issue(id),
    changes: "invoices",
  },
  {
    name: "Send",
    icon: <Send aria-hidden className="size-4" />,
    note: "Emails each invoice with its PDF to the usual recipients of its account, again if it was sent before. Drafts are skipped.",
    past: "sent",
    skips: ({ status }) => (status === "draft" ? "Draft, not issued yet" : null),
    run: ({ id }) => client.invoices.send(id, {}),
    changes: "invoices",
  },
  {
    name: "Remind",
    icon: <BellRing aria-hidden className="size-4" />,
    note: "Emails a reminder of each overdue invoice to the usual recipients of its account. Invoices that are not overdue are skipped.",
    past: "reminded",
    skips: ({ status }) => (status === "overdue" ? null : `${toWords(status)}, not overdue`),
    run: ({ id }) => client.invoices.remind(id),
    changes: "invoices",
  },
];
