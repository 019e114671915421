import { useAddress } from "../../../app/address.ts";
import { Page } from "../../../design/page.tsx";
import { Tabs } from "../../../design/tabs.tsx";
import { Balances } from "./balances.tsx";
import { Postings } from "./postings.tsx";

export function Journal() {
  const [{ part = "postings" }, change] = useAddress();
  return (
    <Page
      title="Journal"
      note="Every effect on money, in double entry. Postings are never changed and never taken away."
    >
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
