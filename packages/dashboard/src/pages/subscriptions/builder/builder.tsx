import { readAgain } from "../../../server/stale.ts";
import type { Account, CreateSubscriptionRequest, Subscription } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useRef, useState } from "react";
import { client } from "../../../server/client.ts";
import { whenShown } from "../../../design/when-shown.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { CurrencyField } from "../../../design/code-fields.tsx";
import { areFieldsRight } from "../../../design/form.ts";
import { Page } from "../../../design/page.tsx";
import { reasonOf } from "../../../design/reason.ts";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { toast } from "../../../design/toast.ts";
import { hasWrongNumber } from "../../../format/typed-number.ts";
import { useAccountZone, useNamedAccount } from "../../../named/account-name.tsx";
import { EntitlementRows } from "../../catalogue/plans/entitlement-rows.tsx";
import { AccountPicker } from "./account-picker.tsx";
import { bodyOfBuilder, type BuilderDraft, quantitiesOf } from "./builder-draft.ts";
import { placesInGroups } from "./draft-line.ts";
import { LineEditor } from "./line-editor.tsx";
import { LivePreview, useLivePreview } from "./live-preview.tsx";
import { PlanPicker } from "./plan-picker.tsx";
import { TermsFields } from "./terms-fields.tsx";
import { differs, useUnsaved } from "../../../design/unsaved.ts";

// The dialog is loaded when it is opened.
const SendQuoteDialog = whenShown(() =>
  import("../actions/send-quote-dialog.tsx").then(({ SendQuoteDialog }) => SendQuoteDialog),
);

type Then = "draft" | "activate" | "quote";

interface BuilderProps {
  readonly title: string;
  readonly trail: readonly (readonly [to: string, name: string])[];
  readonly initial: BuilderDraft;
  readonly accountId: string;
  /** Undefined if the account cannot be changed. */
  readonly onAccount?: (accountId: string) => void;
  /** Creates or updates the draft. */
  readonly write: (body: CreateSubscriptionRequest) => Promise<Subscription>;
}

/** Builds a contract, with a live preview of what it would bill. */
export function Builder({ title, trail, initial, accountId, onAccount, write }: BuilderProps) {
  const [written, setDraft] = useState<BuilderDraft>(initial);
  const [sent, setSent] = useState<Subscription | null>(null);
  useUnsaved(sent === null && differs(written, initial));
  const account = useNamedAccount(accountId);
  const timeZone = useAccountZone(accountId);
  const navigate = useNavigate();
  const currency = written.currency === "" ? (account?.currency ?? "") : written.currency;
  const draft: BuilderDraft = { ...written, accountId, currency };
  const set = (change: Partial<BuilderDraft>) => setDraft((before) => ({ ...before, ...change }));
  const body = bodyOfBuilder(draft);
  const isEnough = draft.accountId !== "" && draft.lines.length > 0;
  const isRight = !hasWrongNumber(draft);
  const preview = useLivePreview({ body, quantities: quantitiesOf(draft), isEnough, isRight });
  const fields = useRef<HTMLDivElement>(null);
  const save = useMutation({
    mutationFn: async (then: Then) => {
      const made = await write(body);
      if (then === "quote") setSent(made);
      else if (then === "activate") {
        // The draft is already saved. If it cannot be activated, it is shown as a draft.
        await client.subscriptions.activate(made.id).then(
          () => toast({ text: `${made.name} activated` }),
          (error: unknown) =>
            toast({
              text: `Saved as a draft: ${reasonOf(error)}`,
              tone: "bad",
            }),
        );
      } else toast({ text: "Draft saved" });
      await readAgain("subscriptions");
      if (then !== "quote") await navigate({ to: `/subscriptions/${made.id}`, ignoreBlocker: true });
    },
  });
  const error = save.error ?? preview.error;
  const isBusy = save.isPending;
  const send = (then: Then) => areFieldsRight(fields.current) && save.mutate(then);
  return (
    <Page
      title={title}
      trail={trail}
      actions={
        <>
          <Button disabled={!isEnough || isBusy} onClick={() => send("draft")}>
            Save as draft
          </Button>
          <Button disabled={!isEnough || isBusy} onClick={() => send("quote")}>
            Send as quote
          </Button>
          <Button kind="primary" disabled={!isEnough} busy={isBusy} onClick={() => send("activate")}>
            Activate
          </Button>
        </>
      }
    >
      <div ref={fields} className="grid gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {save.error !== null && <FailureLine error={save.error} />}
          <Card title="Customer and plan">
            <div className="flex flex-col gap-4">
              <AccountPicker
                accountId={draft.accountId}
                fault={faultAt(error, "/accountId")}
                {...(onAccount !== undefined && { onChoose: (chosen: Account | null) => onAccount(chosen?.id ?? "") })}
              />
              <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
                <PlanPicker planId={draft.planId} currency={account?.currency ?? ""} onChoose={set} />
                <CurrencyField
                  alignEnd
                  required
                  value={draft.currency}
                  fault={faultAt(error, "/currency")}
                  onChange={(next) => set({ currency: next })}
                />
              </div>
            </div>
          </Card>
          <Card title="Items" note="Open an item to change its price, units, discount, or interval.">
            <LineEditor
              lines={draft.lines}
              currency={draft.currency}
              timeZone={timeZone}
              onChange={(lines) => set({ lines })}
              error={error}
              places={placesInGroups(draft.lines)}
              quantities={draft.quantities}
              onQuantity={(metricId, quantity) => set({ quantities: { ...draft.quantities, [metricId]: quantity } })}
            />
          </Card>
          <Card title="Terms">
            <TermsFields draft={draft} error={error} onChange={set} />
          </Card>
          <Card title="Entitlements" note="What the customer can use from the start date.">
            <EntitlementRows
              entitlements={draft.entitlements}
              error={error}
              onChange={(entitlements) => set({ entitlements })}
            />
          </Card>
        </div>
        <div className="min-w-0 self-start xl:sticky xl:top-4">
          <LivePreview preview={preview} isRight={isRight} />
        </div>
      </div>
      <Suspense fallback={null}>
        {sent !== null && (
          <SendQuoteDialog
            subscription={sent}
            onClose={() => void navigate({ to: `/quotes/${sent.id}`, ignoreBlocker: true })}
          />
        )}
      </Suspense>
    </Page>
  );
}
