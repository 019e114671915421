import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "../design/button.tsx";
import { save } from "../list/save.ts";
import { AcceptForm } from "./accept-form.tsx";
import { quotes } from "./connection.ts";
import { contractName } from "./contract-name.ts";
import { Branded, type Opened } from "./customer-page.tsx";
import { Part } from "./frame.tsx";
import { DeclineForm } from "./decline-form.tsx";
import { type LinkedQuote, quoteQuery } from "./quote-link.ts";
import { QuotedFigures } from "./quoted-figures.tsx";
import { QuotedPrices } from "./quoted-prices.tsx";
import { QuotedTerms } from "./quoted-terms.tsx";
import { useReading } from "./reading.ts";

/** A quote as the customer sees it: what is offered, on which terms, and how to accept it. */
export function QuotePage({ token }: Opened) {
  const shown = useQuery(quoteQuery(token));
  const read = () => void shown.refetch();
  return (
    <Branded
      shown={shown}
      title={({ document: { terms }, link }, { words }) =>
        `${[words.quote, link.reference].filter((part) => part !== null).join(" ")} · ${contractName(terms.name, words)}`
      }
      timeZone={({ document: { timezone } }) => timezone}
    >
      {(quote) => (
        <>
          <Offer token={token} quote={quote} />
          <QuotedPrices document={quote.document} />
          <QuotedFigures document={quote.document} />
          <QuotedTerms document={quote.document} />
          {quote.link.state === "open" ? (
            <>
              <AcceptForm token={token} quote={quote} onAnswered={read} />
              <DeclineForm token={token} onAnswered={read} />
            </>
          ) : (
            <Outcome quote={quote} />
          )}
        </>
      )}
    </Branded>
  );
}

function Offer({ token, quote }: { readonly token: string; readonly quote: LinkedQuote }) {
  const { words, say, date } = useReading();
  const { terms, buyer } = quote.document;
  const { reference, state } = quote.link;
  const download = async () => save(`${contractName(terms.name, words)}.pdf`, await quotes.getPdf(token).blob());
  return (
    <Part>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          {reference !== null && (
            <p className="text-sm font-medium">
              {words.quote} <bdi>{reference}</bdi>
            </p>
          )}
          <p className="text-sm text-muted">{say("quoteFor", { name: buyer.name })}</p>
          <h1 className="text-2xl font-semibold tracking-tight break-words">{contractName(terms.name, words)}</h1>
          {state === "open" && (
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

/** The outcome of the quote. */
function Outcome({ quote: { acceptedAt, signerName, sha256, link } }: { readonly quote: LinkedQuote }) {
  const { words, say, date } = useReading();
  if (link.decline !== null) return <Declined decline={link.decline} />;
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

function Declined({ decline }: { readonly decline: NonNullable<LinkedQuote["link"]["decline"]> }) {
  const { words, say, date } = useReading();
  const { declinerName, declinedAt, reason } = decline;
  return (
    <Part>
      <p className="rounded-md bg-warn-soft p-3 text-base text-warn">
        {say("declined", { date: date(declinedAt), name: declinerName })}
      </p>
      {reason !== null && (
        <blockquote className="own-direction mt-3 border-s-2 border-line ps-3 text-base break-words whitespace-pre-line">
          {reason}
        </blockquote>
      )}
      <p className="mt-3 text-sm text-muted">{words.declinedText}</p>
    </Part>
  );
}
