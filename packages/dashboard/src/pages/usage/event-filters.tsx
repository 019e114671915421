import { useAddress } from "../../routing/address.ts";
import { useQuery } from "@tanstack/react-query";
import { Picker } from "../../design/picker.tsx";
import { AccountPicker } from "./account-picker.tsx";
import { metricsQuery } from "../../named/metrics.ts";

/** Filters by account and event name. */
export function EventFilters() {
  const [search, change] = useAddress("/events");
  const metrics = useQuery(metricsQuery);
  const { account, name } = search;
  const names = [
    ...new Set([...(name === undefined ? [] : [name]), ...(metrics.data ?? []).map((one) => one.eventName)]),
  ];
  return (
    <>
      <AccountPicker
        className="w-full sm:w-52"
        chosen={account === undefined ? [] : [account]}
        onChoose={(id) => change({ account: id })}
        none="All accounts"
        allName="All accounts"
      />
      <Picker
        className="w-full sm:w-48"
        label="Event name"
        shown={name ?? "All names"}
        options={[{ value: "", name: "All names" }, ...names.map((one) => ({ value: one, name: one }))]}
        chosen={name === undefined ? [] : [name]}
        onChoose={(chosen) => change({ name: chosen })}
      />
    </>
  );
}
