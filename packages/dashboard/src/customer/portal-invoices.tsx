import type { Portal } from "@counterfoil/sdk";
import { Download } from "lucide-react";
import { Badge, type Tone } from "../design/badge.tsx";
import { Button, IconButton } from "../design/button.tsx";
import { classes } from "../design/classes.ts";
import { isZero } from "../format/amount.ts";
import { save } from "../list/save.ts";
import { portals } from "./connection.ts";
import { Part } from "./frame.tsx";
import { useReading } from "./reading.ts";

const TONES: Readonly<Record<string, Tone>> = { paid: "good", issued: "note", overdue: "bad" };

export function PortalInvoices({
  token,
  portal: { invoices, canPayOnline },
}: {
  readonly token: string;
  readonly portal: Portal;
}) {
  const { words, money, date, say } = useReading();
  const states: Readonly<Record<string, string>> = {
    paid: words.paidState,
    issued: words.issuedState,
    overdue: words.overdueState,
    void: words.voidState,
    uncollectible: words.uncollectibleState,
    draft: words.draft,
  };
  const isSomeOpen = invoices.some(({ paymentLinkPath }) => paymentLinkPath !== null);
  const download = async (id: string, number: string | null) =>
    save(`${number ?? words.invoice}.pdf`, await portals.getInvoicePdf(token, id).blob());
  const pay = async (id: string) => {
    const { hostedInvoiceUrl } = await portals.createInvoiceLink(token, id);
    window.location.assign(hostedInvoiceUrl);
  };
  return (
    <Part title={words.invoices}>
      {invoices.length === 0 && <p className="text-sm text-muted">{words.noInvoices}</p>}
      <ul>
        {invoices.map(({ id, number, issueDate, total, currency, status, paymentLinkPath, ...shown }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 text-sm last:border-0"
          >
            <div className="min-w-24 flex-1 sm:max-w-36">
              <div className="font-medium">{number ?? words.draft}</div>
              <div className="text-xs text-muted">{issueDate === null ? "" : date(issueDate)}</div>
              {!isZero(shown.amountCredited) && (
                <div className="text-xs text-muted">
                  {`${words.amountGivenBack}: ${money(shown.amountCredited, currency)}`}
                </div>
              )}
            </div>
            {/* On phones the status is below the amount, and the button below both. */}
            <div className="flex flex-col items-end gap-1 sm:flex-1 sm:flex-row-reverse sm:items-center sm:justify-between">
              <span className="figures font-medium">{money(total, currency)}</span>
              <Badge tone={TONES[status] ?? "neutral"}>{states[status] ?? status}</Badge>
            </div>
            <div
              className={classes(
                "max-sm:order-last max-sm:basis-full empty:max-sm:hidden",
                isSomeOpen && "sm:min-w-40",
              )}
            >
              {paymentLinkPath !== null && (
                <Button kind={canPayOnline ? "primary" : "secondary"} className="w-full" onClick={() => void pay(id)}>
                  {say("pay", { amount: money(shown.amountRemaining, currency) })}
                </Button>
              )}
            </div>
            <IconButton label={`${words.downloadPdf} ${number ?? ""}`} onClick={() => void download(id, number)}>
              <Download className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </Part>
  );
}
