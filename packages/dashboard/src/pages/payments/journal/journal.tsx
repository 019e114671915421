import { useAddress } from "../../../routing/address.ts";
import { Page } from "../../../design/page.tsx";
import { Tabs } from "../../../design/tabs.tsx";
import { Balances } from "./balances.tsx";
import { Postings } from "./postings.tsx";

export function Journal() {
  const [{ part = "postings" }, change] = useAddress("/journal");
  return (
    <Page title="Journal" note="Double-entry record of every money movement. Postings can't be changed or deleted.">
      <Tabs
        chosen={part}
        onChoose={(next) => change({ part: next === "postings" ? undefined : next })}
        tabs={[
          { key: "postings", name: "Postings", content: () => <Postings /> },
          { key: "balances", name: "Trial balance", content: () => <Balances /> },
        ]}
      />
    </Page>
  );
}
