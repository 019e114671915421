import type { HostedInvoice } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { Button } from "../design/button.tsx";
import { FailureLine } from "../design/states.tsx";
import { invoices } from "./connection.ts";
import { useReading } from "./reading.ts";
import { StripeForm } from "./stripe-form.tsx";

interface PayProps {
  readonly token: string;
  readonly invoice: HostedInvoice;
  readonly onPaid: () => void;
}

/**
 * Begins a payment, and shows the provider's own form for it. Counterfoil never receives what the customer types there.
 */
export function Pay({ token, invoice, onPaid }: PayProps) {
  const { say, money } = useReading();
  const begin = useMutation({ mutationFn: async () => await invoices.pay(token) });
  const amount = money(invoice.amountRemaining, invoice.currency);
  const begun = begin.data;
  if (begun !== undefined && begun.publishableKey !== null) {
    return (
      <StripeForm
        publishableKey={begun.publishableKey}
        clientSecret={begun.clientSecret}
        label={say("pay", { amount })}
        onPaid={onPaid}
      />
    );
  }
  return (
    <div className="mt-4 flex flex-col gap-3">
      <FailureLine error={begin.error} />
      <Button kind="primary" className="h-11 w-full text-base" busy={begin.isPending} onClick={() => begin.mutate()}>
        {say("pay", { amount })}
      </Button>
    </div>
  );
}
