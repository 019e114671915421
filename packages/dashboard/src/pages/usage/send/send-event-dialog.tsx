import type { Account, IngestResult, UsageEventInput } from "@counterfoil/sdk";
import { useState } from "react";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { Code } from "../../../design/code.tsx";
import { TextArea, TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { useChange } from "../../../design/use-change.ts";
import { systemNow } from "../../../format/clock.ts";
import { AccountField } from "../../../named/account-field.tsx";
import { useNamedAccount } from "../../../named/account-name.tsx";
import { useMetrics } from "../../../named/metrics.ts";
import { client } from "../../../server/client.ts";
import { usePresentOf } from "../../clocks/use-present.ts";
import { bodyOf, propertiesOf, refusalOf } from "./event-draft.ts";

interface SendEventDialogProps {
  readonly accountId: string | undefined;
  readonly eventName: string | undefined;
  readonly onClose: () => void;
}

/** Sends one usage event, and shows the server's answer. The dialog stays open to send another one. */
export function SendEventDialog({ accountId: chosen, eventName: named, onClose }: SendEventDialogProps) {
  const metrics = useMetrics();
  const [accountId, setAccountId] = useState(chosen);
  const [eventName, setEventName] = useState(named ?? "");
  const [uniqueId, setUniqueId] = useState<string>(() => crypto.randomUUID());
  const [written, setWritten] = useState<string | null>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [others, setOthers] = useState("");
  const [notJson, setNotJson] = useState<string>();
  const [answer, setAnswer] = useState<IngestResult | null>(null);
  const account = useNamedAccount(accountId);
  const isOnClock = typeof account?.testClockId === "string";
  const defaultTime = useDefaultTime(account ?? undefined);
  const timestamp = written ?? defaultTime;
  const properties = propertiesOf(metrics, eventName);
  const send = useChange({
    changes: "events",
    run: (body: UsageEventInput) => client.events.ingest(body),
    after: (result) => {
      setAnswer(result);
      // The next event needs another ID. A refused one keeps its ID.
      if (result.ingested.length > 0) setUniqueId(crypto.randomUUID());
    },
  });
  const refusal = answer === null ? null : refusalOf(answer);
  const faultOf = (field: keyof UsageEventInput) =>
    faultAt(send.error, `/${field}`) ?? (refusal?.field === field ? refusal.detail : undefined);
  const submit = () => {
    const used = Object.fromEntries(properties.map((name) => [name, values[name] ?? ""]));
    const read = bodyOf({ account: accountId ?? "", eventName, uniqueId, timestamp, values: used, others });
    setNotJson("notJson" in read ? read.notJson : undefined);
    setAnswer(null);
    if ("body" in read) send.mutate(read.body);
  };
  return (
    <ActionDialog
      title="Send event"
      note="A real usage event: it counts toward the account's invoices. You can void it later."
      isOpen
      onClose={onClose}
      action="Send event"
      isReady={accountId !== undefined && eventName.trim() !== "" && timestamp !== ""}
      busy={send.isPending}
      error={send.error}
      onSubmit={submit}
      result={answer?.ingested[0] ?? null}
    >
      <AccountField accountId={accountId} onChoose={setAccountId} fault={faultOf("account")} />
      <TextField
        label="Event name"
        list="event-names"
        value={eventName}
        onChange={({ target }) => setEventName(target.value)}
        hint="Metrics with this event name count the event"
        fault={faultOf("eventName")}
      />
      <datalist id="event-names">
        {[...new Set(metrics.map((metric) => metric.eventName))].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      {properties.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {properties.map((name) => (
            <TextField
              key={name}
              label={name}
              value={values[name] ?? ""}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              fault={faultAt(send.error, `/properties/${name}`)}
            />
          ))}
        </div>
      )}
      <TextArea
        label="Other properties"
        value={others}
        spellCheck={false}
        placeholder='{"region": "eu"}'
        onChange={({ target }) => setOthers(target.value)}
        hint="Optional. A JSON object with string, number, or boolean values."
        fault={notJson ?? faultOf("properties")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Time"
          value={timestamp}
          onChange={({ target }) => setWritten(target.value)}
          hint={isOnClock ? "The time of the account's test clock" : "Now, unless you change it"}
          fault={faultOf("timestamp")}
        />
        <TextField
          label="Unique ID"
          value={uniqueId}
          onChange={({ target }) => setUniqueId(target.value)}
          hint="Counts only once"
          fault={faultOf("uniqueId")}
        />
      </div>
      {answer !== null && <Answer answer={answer} refusal={refusal?.detail} />}
    </ActionDialog>
  );
}

/** Now when the dialog opened, or the time of the account's test clock. */
function useDefaultTime(account: Account | undefined): string {
  const [opened] = useState(() => new Date(systemNow()).toISOString());
  const present = usePresentOf(account);
  if (account === undefined || account.testClockId === null) return opened;
  return present?.instant ?? "";
}

function Answer({ answer, refusal }: { readonly answer: IngestResult; readonly refusal: string | undefined }) {
  const isStored = answer.ingested.length > 0;
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className={isStored ? "text-sm text-good" : "text-sm text-bad"}>
        {isStored
          ? "Event stored. Send another one, or close this dialog."
          : (refusal ?? "Duplicate: an event with this ID and the same content is already stored.")}
      </p>
      <Code text={JSON.stringify(answer, null, 2)} label="API response" />
    </div>
  );
}
