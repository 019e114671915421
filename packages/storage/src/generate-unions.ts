import type pg from "pg";

/** The words that a CHECK constraint allows in a text column, as a type. */
export interface Union {
  table: string;
  column: string;
  name: string;
  words: string[];
}

/** Names for unions that table and column would not name well, or that several columns share. */
const NAMES: Record<string, string> = {
  "account.e_invoice_profile": "StoredProfile",
  "organization.e_invoice_profile": "StoredProfile",
  "account_credit_entry.kind": "CreditEntryKind",
  "credit_setting.top_up_grants_on": "TopUpGrantsOn",
  "credit_setting.settle_above_held": "SettleAboveHeld",
  "credit_top_up.grants_on": "TopUpGrantsOn",
  "invitation.role": "MemberRole",
  "membership.role": "MemberRole",
  "mail_template.kind": "MailKind",
  "organization.invoice_number_restart": "InvoiceNumberRestart",
  "organization.tax_mode": "TaxMode",
  "organization.zero_amount_invoices": "ZeroAmountInvoices",
  "payment_settings.dunning_outcome": "DunningOutcome",
  "payment_settings.provider": "PaymentProviderName",
  "product.billing_frequency": "BillingFrequency",
  "product.fee_type": "FeeType",
  "spend_limit.applies_to": "SpendApplication",
  "spend_limit.enforcement": "SpendEnforcement",
  "subscription.activation_mode": "ActivationMode",
  "subscription.cancelation_credit": "CancelationCredit",
  "subscription.contract_period_type": "ContractPeriodType",
  "subscription_pause.state": "PauseState",
  "subscription_version.proration": "ProrationPolicy",
  "subscription_version.status": "VersionStatus",
  "tax_rate.category_code": "TaxCategoryCode",
  "tax_rate.tax_status": "TaxStatus",
  "usage_alert.measure": "AlertMeasure",
  "webhook_delivery.status": "DeliveryStatus",
  "webhook_endpoint.disabled_reason": "DisabledReason",
};

/** Unions whose words are also needed at run time, with the name of the list. */
const LISTS: Record<string, string> = {
  ActivationMode: "ACTIVATION_MODES",
  AlertMeasure: "ALERT_MEASURES",
  BillingFrequency: "BILLING_FREQUENCIES",
  CancelationCredit: "CANCELATION_CREDITS",
  ContractPeriodType: "CONTRACT_PERIOD_TYPES",
  CreditNoteOutcome: "CREDIT_NOTE_OUTCOMES",
  DeadLetterState: "DEAD_LETTER_STATES",
  DeliveryStatus: "DELIVERY_STATUSES",
  CatalogKeyObjectType: "CATALOG_KEY_TYPES",
  DisabledReason: "DISABLED_REASONS",
  DunningOutcome: "DUNNING_OUTCOMES",
  FeeType: "FEE_TYPES",
  InvoiceNumberRestart: "INVOICE_NUMBER_RESTARTS",
  InvoiceStatus: "INVOICE_STATUSES",
  MailKind: "MAIL_KINDS",
  MailStatus: "MAIL_STATUSES",
  MemberRole: "MEMBER_ROLES",
  PaymentProviderName: "PAYMENT_PROVIDERS",
  SettleAboveHeld: "SETTLE_ABOVE_HELD",
  SpendApplication: "SPEND_APPLICATIONS",
  SpendEnforcement: "SPEND_ENFORCEMENTS",
  PaymentStatus: "PAYMENT_STATUSES",
  ProductPaymentTerms: "PRODUCT_PAYMENT_TERMS",
  ProrationPolicy: "PRORATION_POLICIES",
  RefundStatus: "REFUND_STATUSES",
  SubscriptionStatus: "SUBSCRIPTION_STATUSES",
  TestClockStatus: "TEST_CLOCK_STATUSES",
  TopUpGrantsOn: "TOP_UP_GRANTS_ON",
  VersionStatus: "VERSION_STATUSES",
  ZeroAmountInvoices: "ZERO_AMOUNT_INVOICES",
};

/**
 * Reads the constraints of the form `check (column in ('a', 'b'))`. Other constraints relate columns to each other,
 * which a union cannot express.
 */
export async function findUnions(client: pg.Client): Promise<Union[]> {
  const { rows } = await client.query<{ table: string; column: string; words: string[] }>(
    `select t.relname as table, a.attname as column,
            array(select match[1] from regexp_matches(found.list, '''([^'']*)''::text', 'g') as match) as words
     from pg_constraint c
     join pg_class t on t.oid = c.conrelid and t.relnamespace = 'public'::regnamespace and not t.relispartition
     join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
     cross join lateral (select substring(pg_get_constraintdef(c.oid)
       from '^CHECK \\(\\(' || a.attname || ' = ANY \\(ARRAY\\[([^]]*)\\]\\)\\)\\)') as list) found
     where c.contype = 'c' and cardinality(c.conkey) = 1 and found.list like '%::text%'
     order by t.relname, a.attnum`,
  );
  const unions = rows.map((row) => ({ ...row, name: nameOf(row) }));
  for (const [name, same] of Map.groupBy(unions, (union) => union.name)) {
    const texts = new Set(same.map(({ words }) => words.join(" ")));
    if (texts.size > 1) throw new Error(`${name} would be two sets of words: ${[...texts].join("; ")}`);
  }
  return unions;
}

function nameOf({ table, column }: { table: string; column: string }): string {
  return NAMES[`${table}.${column}`] ?? pascal(table) + pascal(column);
}

/** The unions as TypeScript, each name once, in the order of the names. */
export function declareAll(unions: readonly Union[]): string[] {
  const declared = new Map(unions.map((union) => [union.name, declare(union)]));
  return [...declared].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
}

/** The union as TypeScript, with its list if it has one. */
function declare({ name, words }: Pick<Union, "name" | "words">): string {
  const texts = words.map((word) => JSON.stringify(word));
  const list = LISTS[name];
  if (list === undefined) return `export type ${name} = ${texts.join(" | ")};\n`;
  return `export const ${list} = [${texts.join(", ")}] as const;\nexport type ${name} = (typeof ${list})[number];\n`;
}

export function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function pascal(name: string): string {
  const text = camel(name);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
