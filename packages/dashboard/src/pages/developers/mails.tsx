import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { MailOutbox } from "./mail-outbox.tsx";
import { MailSettingsForm } from "./mail-settings-form.tsx";
import { MailSheet } from "./mail-sheet.tsx";
import { MailTemplates } from "./mail-templates.tsx";

/** Mails to customers, their templates, and their settings. */
export function Mails() {
  const [search, change] = useAddress("/mails");
  const mayRead = useMay("write");
  return (
    <Page title="Email" note="Invoices, receipts, reminders, and quotes as your customers receive them.">
      <Tabs
        chosen={search.view ?? "outbox"}
        onChoose={(view) => change({ view: view === "outbox" ? undefined : view })}
        tabs={[
          { key: "outbox", name: "Outbox", content: () => <MailOutbox /> },
          { key: "templates", name: "Templates", content: () => <MailTemplates /> },
          {
            key: "settings",
            name: "Settings",
            content: () => (
              <Card title="Email settings">
                <MailSettingsForm />
              </Card>
            ),
          },
        ]}
      />
      {mayRead && search.mail !== undefined && (
        <MailSheet id={search.mail} onClose={() => change({ mail: undefined })} />
      )}
    </Page>
  );
}
