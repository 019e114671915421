import type { MailKind } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "../../routing/address.ts";
import { asked } from "../../server/asked.ts";
import { useOrganization } from "../../server/session.ts";
import { Card } from "../../design/card.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { MailTemplateForm } from "./mail-template-form.tsx";
import { MAIL_KINDS, mailLocales } from "./mail-kinds.ts";
import { SelectField } from "../../design/field.tsx";

/** The text of each kind of mail in each language. */
export function MailTemplates() {
  const [search, change] = useAddress("/mails");
  const { locale: ownLocale } = useOrganization();
  const [kind, , when] = MAIL_KINDS.find(([one]) => one === search.template) ?? FIRST;
  const locale = search.locale ?? ownLocale;
  const template = useQuery({
    ...asked((api, signal) => api.mailTemplates.get(kind, { locale }, { signal })),
  });
  const offered = mailLocales();
  const locales = offered.some(([one]) => one === ownLocale)
    ? offered
    : [[ownLocale, `${ownLocale} (yours)`] as const, ...offered];
  return (
    <Card>
      <div className="mb-4 grid gap-4 sm:grid-cols-2 lg:max-w-2xl">
        <SelectField
          label="Kind"
          value={kind}
          onChange={({ target }) => change({ template: target.value })}
          hint={when}
        >
          {MAIL_KINDS.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Language"
          value={locale}
          onChange={({ target }) => change({ locale: target.value })}
          hint="The template for de also applies to de-AT."
        >
          {locales.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {template.error !== null ? (
        <Failure error={template.error} onRetry={() => void template.refetch()} />
      ) : template.data === undefined ? (
        <Skeleton className="h-[36rem] w-full" />
      ) : (
        <MailTemplateForm
          key={`${kind} ${locale} ${String(template.data.isBuiltIn)}`}
          template={template.data}
          locale={locale}
        />
      )}
    </Card>
  );
}

const FIRST: readonly [MailKind, string, string] = MAIL_KINDS[0] ?? ["invoice", "Invoice", ""];
