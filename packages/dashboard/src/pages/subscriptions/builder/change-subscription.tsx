import { pageAt } from "../../../routing/page-at.ts";
import type { ChangeSubscriptionRequestProration, Subscription, SubscriptionVersion } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { asked } from "../../../server/asked.ts";
import { useDebounced } from "../../../design/use-debounced.ts";
import { Button, buttonClasses } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { SelectField, TextField } from "../../../design/field.tsx";
import { areFieldsRight } from "../../../design/form.ts";
import { Page } from "../../../design/page.tsx";
import { Failure, FailureLine, faultAt, Skeleton } from "../../../design/states.tsx";
import { hasWrongNumber } from "../../../format/typed-number.ts";
import { entitlementDraftsOf, toEntitlements } from "../../catalogue/plans/contract-draft.ts";
import { EntitlementRows } from "../../catalogue/plans/entitlement-rows.tsx";
import { EffectiveField } from "../actions/effective-field.tsx";
import { useChange } from "../../../design/use-change.ts";
import { ChangeOutcome } from "../change-outcome.tsx";
import { ContractDay } from "../../../named/contract-day.tsx";
import { useAccountZone } from "../../../named/account-name.tsx";
import { useCatalogue } from "../price-queries.ts";
import { subscriptionQueries } from "../subscription-queries.ts";
import { changeOfLines, type DraftLine, lineOfPrice, placesInChange } from "./draft-line.ts";
import { LineEditor } from "./line-editor.tsx";
import { useUnsavedDraft } from "../../../design/unsaved.ts";

const PRORATIONS: readonly (readonly [ChangeSubscriptionRequestProration, string])[] = [
  ["prorate", "Credit unused time and bill new items"],
  ["credit_only", "Credit unused time only"],
  ["charge_only", "Bill new items only"],
  ["none", "No proration: start with the next period"],
];

/** Changes what a running subscription sells, with a new version. The server previews what the change bills at once. */
export function ChangeSubscription() {
  const id = useParam("/subscriptions/$subscriptionId/change");
  const subscription = useQuery(subscriptionQueries.one(id));
  const version = useQuery({
    ...asked((api, signal) => api.subscriptions.getCurrentVersion(id, { signal })),
  });
  const catalogue = useCatalogue(version.data?.priceGroups.flatMap(({ priceIds }) => priceIds) ?? []);
  const error = subscription.error ?? version.error ?? catalogue.error;
  const isReady = subscription.data !== undefined && version.data !== undefined && !catalogue.isPending;
  const lines = version.data?.priceGroups.flatMap(({ name, priceIds }) =>
    priceIds.flatMap((priceId) => {
      const price = catalogue.prices.get(priceId);
      return price === undefined ? [] : [lineOfPrice(price, name ?? "", priceId)];
    }),
  );
  const trail = [
    ["/subscriptions", "Subscriptions"],
    [`/subscriptions/${id}`, subscription.data?.name ?? "Subscription"],
  ] as const;
  return (
    <Page title="Change subscription" trail={trail}>
      {error !== null ? (
        <Failure error={error} onRetry={() => void Promise.all([subscription.refetch(), version.refetch()])} />
      ) : isReady && lines !== undefined ? (
        <ChangeForm key={version.data.id} subscription={subscription.data} version={version.data} initial={lines} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  );
}

interface ChangeFormProps {
  readonly subscription: Subscription;
  readonly version: SubscriptionVersion;
  readonly initial: readonly DraftLine[];
}

function ChangeForm({ subscription, version, initial }: ChangeFormProps) {
  const { id, currency, sourceCurrency } = subscription;
  const [lines, setLines] = useState(initial);
  const [entitlements, setEntitlements] = useState(() => entitlementDraftsOf(version.entitlements));
  const [effective, setEffective] = useState("now");
  const [proration, setProration] = useState<ChangeSubscriptionRequestProration>("prorate");
  const [description, setDescription] = useState("");
  useUnsavedDraft({ lines, entitlements, effective, proration, description });
  const timeZone = useAccountZone(subscription.accountId);
  const navigate = useNavigate();
  const areGranted = JSON.stringify(entitlements) === JSON.stringify(entitlementDraftsOf(version.entitlements));
  const sold = version.priceGroups.flatMap(({ priceIds }) => priceIds);
  const change = {
    ...changeOfLines(sold, lines),
    ...(!areGranted && { entitlements: toEntitlements(entitlements) }),
  };
  const isChanged = Object.keys(change).length > 0;
  const isRight = !hasWrongNumber(change);
  const fields = useRef<HTMLDivElement>(null);
  const body = { ...change, effective, proration, ...(description !== "" && { description }) };
  const settled = useDebounced(JSON.stringify(body), 350);
  const save = useChange({
    changes: "subscriptions",
    run: () => client.subscriptions.change(id, body),
    done: () => "Change applied as a new version",
    after: () =>
      void navigate({
        ...pageAt("/subscriptions/$subscriptionId", { tab: "versions" }, { subscriptionId: id }),
        ignoreBlocker: true,
      }),
  });
  const preview = useQuery({
    ...asked((api, signal) => api.subscriptions.previewChange(id, JSON.parse(settled), { signal })),
    // After the change is made, the same change would change nothing.
    enabled: isChanged && effective !== "" && !save.isSuccess && isRight && !hasWrongNumber(JSON.parse(settled)),
    placeholderData: keepPreviousData,
  });
  const error = save.error ?? preview.error;
  const shown = preview.data;
  return (
    <div ref={fields} className="grid gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Items" note="Edit the current items.">
          <LineEditor
            lines={lines}
            currency={sourceCurrency ?? currency}
            timeZone={timeZone}
            onChange={setLines}
            error={error}
            places={placesInChange(sold, lines)}
          />
        </Card>
        <Card title="Entitlements" note="What the customer can use with this subscription.">
          <EntitlementRows entitlements={entitlements} error={error} onChange={setEntitlements} />
        </Card>
        <Card title="Effective date and proration">
          <div className="flex flex-col gap-4">
            <EffectiveField
              label="Effective date"
              value={effective}
              onChange={setEffective}
              fault={faultAt(error, "/effective")}
              options={[
                ["now", "Today"],
                ["period_end", "End of the period"],
              ]}
            />
            <SelectField
              label="Proration"
              value={proration}
              onChange={({ target }) =>
                setProration(PRORATIONS.find(([value]) => value === target.value)?.[0] ?? "prorate")
              }
            >
              {PRORATIONS.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField
              label="Reason"
              hint="Names the new version, such as “More seats”"
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          </div>
        </Card>
      </div>
      <div className="min-w-0 self-start xl:sticky xl:top-4">
        <Card
          title="What changes"
          note="Nothing changes until you apply."
          actions={
            <span role="status" className="text-xs text-muted">
              {preview.isFetching && "Calculating"}
            </span>
          }
        >
          <div className="min-h-56">
            <FailureLine error={error} />
            {!isRight ? (
              <p className="py-10 text-center text-sm text-muted">Correct the marked numbers to see what changes.</p>
            ) : !isChanged ? (
              <p className="py-10 text-center text-sm text-muted">No changes yet.</p>
            ) : shown === undefined ? (
              error === null && <Skeleton className="h-40" />
            ) : (
              <ChangeOutcome
                dateName="Effective date"
                date={<ContractDay accountId={subscription.accountId} instant={shown.version.startDate} />}
                invoices={shown.invoices}
                nextInvoice={shown.nextInvoice}
              />
            )}
          </div>
          <div className="mt-4 flex justify-end gap-2">
            <Link to={`/subscriptions/${id}`} className={buttonClasses()}>
              Cancel
            </Link>
            <Button
              kind="primary"
              disabled={!isChanged}
              busy={save.isPending}
              onClick={() => areFieldsRight(fields.current) && save.mutate(undefined)}
            >
              Apply change
            </Button>
          </div>
        </Card>
      </div>
    </div>
  );
}
