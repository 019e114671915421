import type { Subscription, SubscriptionVersion } from "@counterfoil/sdk";
import { useAddress } from "../../routing/address.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { BareSelect } from "../../design/field.tsx";
import { Skeleton } from "../../design/states.tsx";
import { formatDay } from "../../format/dates.ts";
import type { Present } from "../clocks/use-present.ts";
import { VersionComparison } from "./version-comparison.tsx";
import { VersionLines } from "./version-lines.tsx";

interface SubscriptionVersionsProps {
  readonly subscription: Subscription;
  readonly versions: readonly SubscriptionVersion[] | undefined;
  readonly present: Present;
}

/** The versions of the contract in order, and the differences between any two of them. */
export function SubscriptionVersions({ versions, present }: SubscriptionVersionsProps) {
  const [{ before, after }, change] = useAddress("/subscriptions/$subscriptionId");
  if (versions === undefined) return <Skeleton className="h-96" />;
  const nameOf = ({ startDate, changeDescription }: SubscriptionVersion, index: number) =>
    `${index + 1}. ${changeDescription ?? (index === 0 ? "First version" : "Changed")}${startDate === null ? "" : ` (${formatDay(startDate, present.timeZone)})`}`;
  const right = versions.find(({ id }) => id === after) ?? versions.at(-1);
  const left = versions.find(({ id }) => id === before) ?? versions.at(-2);
  const choice = (name: "before" | "after", chosen: SubscriptionVersion | undefined) => (
    <BareSelect
      label={name === "before" ? "Earlier version" : "Later version"}
      value={chosen?.id ?? ""}
      onChange={(event) => change({ [name]: event.target.value }, { replace: true })}
    >
      {versions.map((version, index) => (
        <option key={version.id} value={version.id}>
          {nameOf(version, index)}
        </option>
      ))}
    </BareSelect>
  );
  return (
    <div className="flex flex-col gap-4">
      {versions.length > 1 && left !== undefined && right !== undefined && (
        <Card
          title="What changed"
          actions={
            <>
              {choice("before", left)}
              <span className="text-sm text-muted">to</span>
              {choice("after", right)}
            </>
          }
        >
          <VersionComparison before={left} after={right} timeZone={present.timeZone} />
        </Card>
      )}
      <ol className="flex flex-col gap-4">
        {versions.toReversed().map((version) => (
          <li key={version.id}>
            <Card
              title={nameOf(version, versions.indexOf(version))}
              note={
                version.startDate === null
                  ? "No start date"
                  : `From ${formatDay(version.startDate, present.timeZone)}${version.endDate === null ? "" : ` to ${formatDay(version.endDate, present.timeZone)}`}`
              }
              actions={<StatusBadge status={version.status} />}
            >
              <VersionLines version={version} timeZone={present.timeZone} />
            </Card>
          </li>
        ))}
      </ol>
    </div>
  );
}
