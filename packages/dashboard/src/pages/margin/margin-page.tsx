import { Page } from "../../design/page.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { useAddress } from "../../routing/address.ts";
import { PeriodChoice } from "../home/period-choice.tsx";
import { CostPrices } from "./cost-prices.tsx";
import { MarginFigures } from "./margin-figures.tsx";
import { MarginAlertButton } from "./margin-alert-button.tsx";
import { useMargin } from "./use-margin.ts";

/** What usage earned and what it cost, and the prices that costs are computed with. */
export function MarginPage() {
  const [{ view = "figures" }, change] = useAddress("/insights/margin");
  const { data } = useMargin().margin;
  return (
    <Page
      title="Margin"
      note="What usage earned and what it cost you. Customers never see costs."
      actions={
        view === "figures" ? (
          <>
            <MarginAlertButton />
            <PeriodChoice shown={data} />
          </>
        ) : undefined
      }
    >
      <Tabs
        chosen={view}
        onChoose={(chosen) => change({ view: chosen === "figures" ? undefined : chosen })}
        tabs={[
          { key: "figures", name: "Figures", content: () => <MarginFigures /> },
          { key: "prices", name: "Cost prices", content: () => <CostPrices /> },
        ]}
      />
    </Page>
  );
}
