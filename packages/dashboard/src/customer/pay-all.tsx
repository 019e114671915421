import type { PayPortalInvoicesResult, Portal } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Badge, type Tone } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { FailureLine } from "../design/states.tsx";
import { portals } from "./connection.ts";
import { Part } from "./frame.tsx";
import { PayAllForm } from "./pay-all-form.tsx";
import type { PaymentResult, PaymentResults } from "./payment-result.ts";
import { type Reading, useReading } from "./reading.ts";

interface PayAllProps {
  readonly token: string;
  readonly payable: Portal["payableTogether"][number];
  readonly onBegun: () => void;
  readonly onPaid: () => void;
}

/** Pays all open invoices of a currency with one form, and shows the result of each. */
export function PayAll({
  token,
  payable: { currency, total, invoiceCount, furtherCount },
  onBegun,
  onPaid,
}: PayAllProps) {
  const { words, say, money, quantity } = useReading();
  const [results, setResults] = useState<PaymentResults>(new Map());
  const begin = useMutation({
    mutationFn: async () => await portals.payInvoices(token, { currency }),
    onSuccess: onBegun,
  });
  const begun = begin.data;
  return (
    <Part title={words.payAll}>
      {furtherCount > 0 && (
        <p className="mb-3 text-sm text-muted">{say("payAllFirst", { count: quantity(String(invoiceCount)) })}</p>
      )}
      {begun !== undefined && <Results begun={begun} results={results} />}
      {begun === undefined || begun.publishableKey === null ? (
        <div className="flex flex-col gap-3">
          <FailureLine error={begin.error} />
          <Button
            kind="primary"
            className="h-11 w-full text-base"
            busy={begin.isPending}
            onClick={() => begin.mutate()}
          >
            {say("pay", { amount: money(total, currency) })}
          </Button>
        </div>
      ) : (
        <PayAllForm begun={begun} publishableKey={begun.publishableKey} onResults={setResults} onPaid={onPaid} />
      )}
    </Part>
  );
}

interface ResultsProps {
  readonly begun: PayPortalInvoicesResult;
  readonly results: PaymentResults;
}

function Results({ begun: { invoices, currency, total }, results }: ResultsProps) {
  const reading = useReading();
  const { words, money } = reading;
  return (
    <ul className="mb-4">
      {invoices.map(({ invoiceId, invoiceNumber, amount, problem }) => (
        <li key={invoiceId} className="border-b border-line py-2 text-sm">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-24 flex-1 font-medium">{invoiceNumber}</span>
            <ResultBadge result={results.get(invoiceId)} isUnstarted={problem !== null} reading={reading} />
            <span className="figures">{money(amount, currency)}</span>
          </div>
          <ResultText result={results.get(invoiceId)} />
        </li>
      ))}
      <li className="flex justify-between gap-3 py-2 text-sm font-semibold">
        <span>{words.total}</span>
        <span className="figures">{money(total, currency)}</span>
      </li>
    </ul>
  );
}

interface ResultBadgeProps {
  readonly result: PaymentResult | undefined;
  readonly isUnstarted: boolean;
  readonly reading: Reading;
}

function ResultBadge({ result, isUnstarted, reading: { words } }: ResultBadgeProps) {
  if (result === undefined && !isUnstarted) return null;
  const [tone, text]: [Tone, string] =
    result?.kind === "paid"
      ? ["good", words.paidState]
      : result?.kind === "processing"
        ? ["note", words.paying]
        : ["bad", words.notPaid];
  return <Badge tone={tone}>{text}</Badge>;
}

function ResultText({ result }: { readonly result: PaymentResult | undefined }) {
  return result?.kind === "failed" ? <p className="mt-1 text-xs text-bad">{result.reason}</p> : null;
}
