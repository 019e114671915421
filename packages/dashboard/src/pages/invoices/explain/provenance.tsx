import { pageAt } from "../../../routing/page-at.ts";
import type { ExplainInvoiceLineResult } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Fact, Facts } from "../../../design/card.tsx";
import { CopyButton } from "../../../design/code.tsx";
import { conversionText } from "../../../format/conversion-text.ts";
import { toWords } from "../../../format/words.ts";
import { ExplainPart } from "./explain-part.tsx";

interface ProvenanceProps {
  readonly explained: ExplainInvoiceLineResult;
  readonly subscriptionId: string | null;
}

/** The line's price and version, and the hashes that prove that neither was changed since. */
export function Provenance({ explained, subscriptionId }: ProvenanceProps) {
  const { price, versionId, inputsHash, conversion, currency } = explained;
  return (
    <ExplainPart title="Source">
      <Facts>
        {price !== null && (
          <Fact name="Price">
            <Link to={`/prices/${price.id}`} className="text-accent underline">
              {toWords(price.type)}
            </Link>{" "}
            as of billing
          </Fact>
        )}
        {conversion !== null && <Fact name="Conversion">{conversionText(conversion, currency)}</Fact>}
        {versionId !== null && subscriptionId !== null && (
          <Fact name="Version">
            <Link
              {...pageAt("/subscriptions/$subscriptionId", { tab: "versions", after: versionId }, { subscriptionId })}
              className="text-accent underline"
            >
              View version
            </Link>
          </Fact>
        )}
        {price !== null && <Hash name="Price hash">{price.termsHash}</Hash>}
        {inputsHash !== null && <Hash name="Input hash">{inputsHash}</Hash>}
      </Facts>
    </ExplainPart>
  );
}

function Hash({ name, children }: { readonly name: ReactNode; readonly children: string }) {
  return (
    <Fact name={name}>
      <span className="flex items-center gap-1">
        <span className="min-w-0 truncate font-mono text-xs">{children}</span>
        <CopyButton text={children} className="-my-2" />
      </span>
    </Fact>
  );
}
