import type { Invoice } from "@counterfoil/sdk";
import { Fact } from "../design/card.tsx";
import { nameOfProfile } from "../format/e-invoice-profiles.ts";

interface EInvoiceFactProps {
  /** Of an invoice or a credit note. */
  readonly eInvoice: Invoice["eInvoice"];
}

/** Whether a document is XML, and what it lacks: set for the next one, for an issued document never changes. */
export function EInvoiceFact({ eInvoice }: EInvoiceFactProps) {
  if (eInvoice === null) return null;
  const { profile, status, missing } = eInvoice;
  const name = nameOfProfile(profile);
  return (
    <Fact name="E-invoice">
      {status === "ready" ? (
        `Valid: ${name}`
      ) : (
        <>
          <span className="text-bad">Not valid: {name}</span>
          <ul className="mt-1 list-disc pl-4 text-xs text-muted">
            {missing.map(({ rule, detail }) => (
              <li key={`${rule} ${detail}`}>
                {rule}: {detail}
              </li>
            ))}
          </ul>
        </>
      )}
    </Fact>
  );
}
