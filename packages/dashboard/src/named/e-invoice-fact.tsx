import type { Invoice } from "@counterfoil/sdk";
import { Fact } from "../design/card.tsx";
import { nameOfProfile } from "../format/e-invoice-profiles.ts";

interface EInvoiceFactProps {
  /** The status of an invoice's or credit note's XML. */
  readonly eInvoice: Invoice["eInvoice"];
}

/**
 * Whether a document can be written as XML, and what is missing. Settings fix this only for the next document, because
 * an issued one never changes.
 */
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
