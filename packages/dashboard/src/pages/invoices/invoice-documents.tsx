import type { Invoice } from "@counterfoil/sdk";
import { client } from "../../server/client.ts";
import { Card } from "../../design/card.tsx";
import { DocumentButtons } from "../../named/document-buttons.tsx";

/** The PDF and the electronic invoice. A draft is drawn as it would be issued now. */
export function InvoiceDocuments({ invoice }: { readonly invoice: Invoice }) {
  const name = invoice.number ?? "draft";
  return (
    <Card title="Documents">
      <DocumentButtons
        name={name}
        pdf={() => client.invoices.getPdf(invoice.id)}
        xml={invoice.number === null ? undefined : (format) => client.invoices.getXml(invoice.id, { format })}
        version={invoice.updatedAt}
      />
    </Card>
  );
}
