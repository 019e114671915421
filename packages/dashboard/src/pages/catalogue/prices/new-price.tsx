import type { CreatePriceRequest } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useAddress } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useOrganization } from "../../../server/session.ts";
import { useChange } from "../../../design/use-change.ts";
import { Page } from "../../../design/page.tsx";
import { Skeleton } from "../../../design/states.tsx";
import { priceQuery, productsQuery } from "../queries.ts";
import { draftOf } from "./draft-of-price.ts";
import { emptyDraft } from "./price-draft.ts";
import { PriceForm } from "./price-form.tsx";

/** `?product=` chooses the product, `?from=` starts with a copy of an existing price. */
export function NewPrice() {
  const [{ product: productId, from }] = useAddress("/prices/new");
  const navigate = useNavigate();
  const { defaultCurrency } = useOrganization();
  const { data: products } = useQuery(productsQuery);
  const { data: copied } = useQuery({ ...priceQuery(from ?? ""), enabled: from !== undefined });
  const create = useChange({
    changes: "prices",
    run: (body: CreatePriceRequest) => client.prices.create(body),
    done: () => "Price created",
    after: ({ id }) => void navigate({ to: `/prices/${id}`, ignoreBlocker: true }),
  });
  const isReady = products !== undefined && (from === undefined || copied !== undefined);
  const product = products?.find(({ id }) => id === productId);
  const empty = emptyDraft(defaultCurrency, productId);
  return (
    <Page title="New price" trail={[["/prices", "Prices"]]}>
      {isReady ? (
        <PriceForm
          start={
            copied === undefined
              ? { ...empty, type: product?.feeType === "metered" ? "graduated_tiered" : "fixed" }
              : draftOf(copied)
          }
          products={products}
          action="Create price"
          busy={create.isPending}
          error={create.error}
          onSave={create.mutate}
        />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  );
}
