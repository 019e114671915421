import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty } from "../../../design/states.tsx";
import { Tabs } from "../../../design/tabs.tsx";
import { useChange } from "../../../design/use-change.ts";
import { useAddress } from "../../../routing/address.ts";
import { pageAt } from "../../../routing/page-at.ts";
import { client } from "../../../server/client.ts";
import { useMay, useOrganization } from "../../../server/session.ts";
import { CatalogModels } from "./catalog-models.tsx";
import { unpricedQuery } from "./model-price-queries.ts";
import { OwnModelPrices } from "./own-model-prices.tsx";
import { UnpricedModels } from "./unpriced-models.tsx";

const MARGIN = pageAt("/insights/margin", {});

/** What model calls cost: the catalog, the organization's own prices, and models that have none. */
export function ModelPricesPage() {
  const [{ view = "catalog" }, change] = useAddress("/insights/model-prices");
  const { modelCosts } = useOrganization();
  const unpriced = useQuery(unpricedQuery).data?.models.length ?? 0;
  return (
    <Page
      title="Model prices"
      note="What a million tokens of each model cost you. Customers never see costs."
      trail={[[MARGIN.to, "Margin"]]}
    >
      {modelCosts === null && <CostsAreOff />}
      <Tabs
        chosen={view}
        onChoose={(chosen) => change({ view: chosen === "catalog" ? undefined : chosen, q: undefined })}
        tabs={[
          { key: "catalog", name: "Catalog", content: () => <CatalogModels /> },
          { key: "own", name: "Your prices", content: () => <OwnModelPrices /> },
          {
            key: "unpriced",
            name: unpriced === 0 ? "Without a price" : `Without a price (${unpriced.toLocaleString()})`,
            content: () => <UnpricedModels />,
          },
        ]}
      />
    </Page>
  );
}

/** Without the setting, prices of models have no effect. */
function CostsAreOff() {
  const mayAdminister = useMay("admin");
  const turnOn = useChange({
    changes: "organization",
    run: () => client.organization.update({ modelCosts: {} }),
    done: () => "Costs of model calls turned on",
  });
  return (
    <Card className="mb-4">
      <Empty
        title="Model calls have no costs yet"
        action={
          mayAdminister && (
            <Button kind="primary" busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
              Turn on costs of model calls
            </Button>
          )
        }
      >
        Counterfoil then computes what each event with the name <code>model_call</code> costs you, from its tokens.{" "}
        {!mayAdminister && "An administrator can turn this on. "}
        <a href="/docs/model-prices/" className="text-accent underline">
          Read about costs of model calls
        </a>
      </Empty>
    </Card>
  );
}
