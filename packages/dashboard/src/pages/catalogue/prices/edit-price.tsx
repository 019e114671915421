import { CounterfoilError, type CreatePriceRequest } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { Button } from "../../../design/button.tsx";
import { areFieldsRight } from "../../../design/form.ts";
import { Page } from "../../../design/page.tsx";
import { Failure, Skeleton } from "../../../design/states.tsx";
import { priceQuery, productsQuery } from "../queries.ts";
import { draftOf } from "./draft-of-price.ts";
import { PriceForm } from "./price-form.tsx";

/** Changes a price. If it is sold, the server creates a new price instead, and plans and bundles switch to it. */
export function EditPrice() {
  const id = useParam("/prices/$priceId/edit");
  const navigate = useNavigate();
  const { data: products } = useQuery(productsQuery);
  const { data: price, error } = useQuery({ ...priceQuery(id), refetchOnWindowFocus: false });
  const after = (saved: { readonly id: string }) => void navigate({ to: `/prices/${saved.id}`, ignoreBlocker: true });
  const save = useChange({
    changes: "prices",
    run: (body: CreatePriceRequest) => client.prices.update(id, withoutProduct(body)),
    done: (saved) =>
      saved.id === id
        ? "Price saved"
        : "New price created. Plans and bundles use it. Existing subscriptions keep the old price.",
    after,
  });
  const copy = useChange({
    changes: "prices",
    run: (body: CreatePriceRequest) => client.prices.create(body),
    done: () => "New price created. The old price is unchanged.",
    after,
  });
  const cannotChange = save.error instanceof CounterfoilError && save.error.code === "state_conflict";
  return (
    <Page
      title="Edit price"
      trail={[
        ["/prices", "Prices"],
        [`/prices/${id}`, "Price"],
      ]}
    >
      {error !== null && <Failure error={error} />}
      {(price === undefined || products === undefined) && error === null && <Skeleton className="h-96" />}
      {price !== undefined && products !== undefined && (
        <PriceForm
          start={draftOf(price)}
          products={products}
          action="Save"
          busy={save.isPending}
          error={copy.error ?? save.error}
          onSave={save.mutate}
          others={(body) =>
            cannotChange && (
              <Button
                busy={copy.isPending}
                onClick={(event) => areFieldsRight(event.currentTarget.form) && copy.mutate(body)}
              >
                Save as new price
              </Button>
            )
          }
        />
      )}
    </Page>
  );
}

/** The product of a price cannot change. */
function withoutProduct(body: CreatePriceRequest): CreatePriceRequest {
  return { ...body, productId: undefined };
}
