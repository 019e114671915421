import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { CheckField, TextField } from "../../design/field.tsx";
import { faultAt } from "../../design/states.tsx";
import { type ContactDraft, NEW_CONTACT } from "./account-draft.ts";

interface ContactFieldsProps {
  readonly contacts: readonly ContactDraft[];
  readonly error: unknown;
  readonly onChange: (contacts: readonly ContactDraft[]) => void;
}

/** The contacts of an account. One of them is the primary contact. */
export function ContactFields({ contacts, error, onChange }: ContactFieldsProps) {
  const change = (index: number, change: Partial<ContactDraft>) =>
    onChange(contacts.map((contact, place) => (place === index ? { ...contact, ...change } : contact)));
  return (
    <Card
      title="Contacts"
      actions={
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => onChange([...contacts, { ...NEW_CONTACT, isPrimary: contacts.length === 0 }])}
        >
          Add contact
        </Button>
      }
    >
      {contacts.length === 0 && <p className="text-sm text-muted">No contacts yet</p>}
      <ul className="flex flex-col gap-5">
        {contacts.map((contact, index) => (
          <li key={contact.id ?? `new ${index}`} className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-[2fr_1fr_1fr]">
              <TextField
                label="Email"
                type="email"
                value={contact.email}
                fault={faultAt(error, `/contacts/${index}/email`)}
                onChange={(event) => change(index, { email: event.target.value })}
              />
              <TextField
                label="First name"
                value={contact.firstName}
                onChange={(event) => change(index, { firstName: event.target.value })}
              />
              <TextField
                label="Last name"
                value={contact.lastName}
                onChange={(event) => change(index, { lastName: event.target.value })}
              />
              <div className="flex flex-wrap gap-x-4 gap-y-1 sm:col-span-3">
                <CheckField
                  label="Primary"
                  checked={contact.isPrimary}
                  onChange={() => onChange(contacts.map((one, place) => ({ ...one, isPrimary: place === index })))}
                />
                {(["billing", "updates"] as const).map((preference) => (
                  <CheckField
                    key={preference}
                    label={preference === "billing" ? "Receives billing emails" : "Receives product updates"}
                    checked={contact.emailPreferences.includes(preference)}
                    onChange={(event) =>
                      change(index, {
                        emailPreferences: event.target.checked
                          ? [...contact.emailPreferences, preference]
                          : contact.emailPreferences.filter((one) => one !== preference),
                      })
                    }
                  />
                ))}
              </div>
            </div>
            <IconButton
              label="Remove contact"
              className="mt-6"
              onClick={() => onChange(contacts.filter((_, place) => place !== index))}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
