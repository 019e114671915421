import type { Quote } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "../design/button.tsx";
import { save } from "../list/save.ts";
import { AcceptForm } from "./accept-form.tsx";
import { quotes } from "./connection.ts";
import { contractName } from "./contract-name.ts";
import { Branded, type Opened } from "./customer-page.tsx";
import { Part } from "./frame.tsx";
import { QuotedFigures } from "./quoted-figures.tsx";
import { QuotedPrices } from "./quoted-prices.tsx";
import { QuotedTerms } from "./quoted-terms.tsx";
import { useReading } from "./reading.ts";

/** A quote as who it was made for sees it: what is offered, on which terms, and where it is accepted. */
export function QuotePage({ token }: Opened) {
  const shown = useQuery({
    queryKey: ["quote", token],
    queryFn: ({ signal }) => quotes.get(token, { signal }),
    retry: false,
  });
  return (
    <Branded
      shown={shown}
      title={({ document: { terms } }, { words }) => `${words.quote} · ${contractName(terms.name, words)}`}
      timeZone={({ document: { timezone } }) => timezone}
    >
      {(quote) => (
        <>
          <Offer token={token} quote={quote} />
          <QuotedPrices document={quote.document} />
          <QuotedFigures document={quote.document} />
          <QuotedTerms document={quote.document} />
          {quote.status === "sent" ? (
            <AcceptForm token={token} quote={quote} onAccepted={() => void shown.refetch()} />
          ) : (
            <Outcome quote={quote} />
          )}
        </>
      )}
    </Branded>
  );
}

function Offer({ token, quote }: { readonly token: string; readonly quote: Quote }) {
  const { words, say, date } = useReading();
  const { terms, buyer } = quote.document;
  const download = async () => save(`${contractName(terms.name, words)}.pdf`, await quotes.getPdf(token).blob());
  return (
    <Part>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="text-sm text-muted">{say("quoteFor", { name: buyer.name })}</p>
          <h1 className="text-2xl font-semibold tracking-tight break-words">{contractName(terms.name, words)}</h1>
          {quote.status === "sent" && (
            <p className="text-sm text-muted">{say("validUntil", { date: date(quote.expiresAt) })}</p>
          )}
        </div>
        <Button icon={<Download aria-hidden className="size-4" />} onClick={() => void download()}>
          {words.downloadPdf}
        </Button>
      </div>
      {terms.description !== null && (
        <p className="own-direction mt-3 text-base whitespace-pre-line">{terms.description}</p>
      )}
    </Part>
  );
}

/** What became of it. */
function Outcome({ quote: { acceptedAt, signerName, sha256 } }: { readonly quote: Quote }) {
  const { words, say, date } = useReading();
  if (acceptedAt === null) {
    return (
      <Part>
        <p className="text-base">{words.withdrawn}</p>
      </Part>
    );
  }
  return (
    <Part>
      <p className="rounded-md bg-good-soft p-3 text-base text-good">
        {say("accepted", { date: date(acceptedAt), name: signerName ?? "" })}
      </p>
      <p className="mt-3 text-xs text-muted">
        {words.fingerprint}
        <code className="block break-all">{sha256}</code>
      </p>
    </Part>
  );
}
