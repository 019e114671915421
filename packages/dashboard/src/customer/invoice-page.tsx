import type { HostedInvoice } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "../design/button.tsx";
import { classes } from "../design/classes.ts";
import { isZero } from "../format/amount.ts";
import { save } from "../list/save.ts";
import { BankTransfer } from "./bank-transfer.tsx";
import { invoices } from "./connection.ts";
import { Branded, type Opened } from "./customer-page.tsx";
import { Part } from "./frame.tsx";
import { Lines } from "./lines.tsx";
import { NewLink } from "./new-link.tsx";
import { Pay } from "./pay.tsx";
import { type Reading, useReading } from "./reading.ts";
import { Totals } from "./totals.tsx";

const ASK_AGAIN_MILLISECONDS = 3_000;

/** An invoice as its recipient sees it: the amount due, how to pay it, and its lines. */
export function InvoicePage({ token }: Opened) {
  const shown = useQuery({
    queryKey: ["invoice", token],
    queryFn: ({ signal }) => invoices.get(token, { signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.isPaymentProcessing === true ? ASK_AGAIN_MILLISECONDS : false),
  });
  return (
    <Branded
      shown={shown}
      title={titleOf}
      timeZone={({ timezone }) => timezone}
      whenExpired={<NewLink token={token} />}
    >
      {(invoice) => (
        <>
          <Amount token={token} invoice={invoice} onPaid={() => void shown.refetch()} />
          <Part>
            <Particulars invoice={invoice} />
            <Lines invoice={invoice} />
            <Totals invoice={invoice} />
            {invoice.memo !== null && (
              <p className="own-direction mt-5 text-sm whitespace-pre-line text-muted">{invoice.memo}</p>
            )}
            {invoice.footer !== null && (
              <p className="own-direction mt-5 text-xs whitespace-pre-line text-muted">{invoice.footer}</p>
            )}
          </Part>
        </>
      )}
    </Branded>
  );
}

function titleOf({ number }: HostedInvoice, { words }: Reading): string {
  return number === null ? words.invoice : `${words.invoice} ${number}`;
}

interface AmountProps {
  readonly token: string;
  readonly invoice: HostedInvoice;
  readonly onPaid: () => void;
}

/** An amount with at least this many characters is shown smaller, so that it fits on one line of a phone. */
const LONG = 15;

function Amount({ token, invoice, onPaid }: AmountProps) {
  const reading = useReading();
  const { words, say, money, date } = reading;
  const { currency, dueDate, status, amountRemaining, amountCredited, total } = invoice;
  const isCredited = !isZero(amountCredited) && status !== "draft";
  const isOpen = (status === "issued" || status === "overdue") && !isZero(amountRemaining);
  const asked = money(isOpen || isCredited ? amountRemaining : total, currency);
  const download = async () => save(`${invoice.number ?? words.invoice}.pdf`, await invoices.getPdf(token).blob());
  return (
    <Part>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-base text-muted">{titleOf(invoice, reading)}</h1>
          <p className={classes("figures font-semibold tracking-tight", asked.length > LONG ? "text-xl" : "text-2xl")}>
            {asked}
          </p>
          <p className={status === "overdue" ? "text-sm text-bad" : "text-sm text-muted"}>
            {isOpen
              ? dueDate !== null && say(status === "overdue" ? "overdueSince" : "dueOn", { date: date(dueDate) })
              : isCredited
                ? creditedText(invoice, reading)
                : closedText(status, reading)}
          </p>
        </div>
        <Button icon={<Download aria-hidden className="size-4" />} onClick={() => void download()}>
          {words.downloadPdf}
        </Button>
      </div>
      {isOpen && invoice.canBePaid && <Pay token={token} invoice={invoice} onPaid={onPaid} />}
      {isOpen && invoice.isPaymentProcessing && (
        <p className="mt-4 rounded-md bg-note-soft p-3 text-sm text-note">{words.paymentOnItsWay}</p>
      )}
      {isOpen && invoice.bankDetails !== null && (
        <BankTransfer
          details={invoice.bankDetails}
          reference={invoice.number ?? ""}
          transferCode={invoice.transferCode}
        />
      )}
    </Part>
  );
}

/** If not all of it became account credit, the totals say where it went. */
function creditedText({ amountCredited, creditedTo, currency }: HostedInvoice, { words, say, money }: Reading): string {
  const amount = money(amountCredited, currency);
  const isAllCredit = creditedTo.every(({ to }) => to === "account_credit");
  return isAllCredit ? say("addedToCredit", { amount }) : `${words.amountGivenBack}: ${amount}`;
}

function closedText(status: HostedInvoice["status"], { words }: Reading): string {
  if (status === "void") return words.isVoid;
  if (status === "uncollectible") return words.isClosed;
  return status === "draft" ? words.isDraft : words.isPaid;
}

function Particulars({ invoice }: { readonly invoice: HostedInvoice }) {
  const { words, date, country } = useReading();
  const { buyer, issueDate, purchaseOrderNumber, buyerReference } = invoice;
  const { address } = buyer;
  const recipient = [
    buyer.name,
    address?.line1,
    address?.line2,
    [address?.postalCode, address?.city].filter(Boolean).join(" "),
    buyer.country === null ? null : country(buyer.country),
    buyer.taxId,
  ].filter((line) => typeof line === "string" && line !== "");
  const facts = [
    [words.issued, issueDate === null ? null : date(issueDate)],
    [words.purchaseOrder, purchaseOrderNumber],
    [words.buyerReference, buyerReference],
  ].filter(([, value]) => value !== null && value !== "");
  return (
    <div className="mb-5 flex flex-wrap justify-between gap-6 text-sm">
      <div className="min-w-0">
        <h2 className="text-xs font-medium text-muted">{words.to}</h2>
        <p className="own-direction break-words whitespace-pre-line">{recipient.join("\n")}</p>
      </div>
      <dl className="grid grid-cols-[auto_auto] content-start gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{name}</dt>
            <dd className="figures own-direction wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
