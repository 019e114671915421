import pg from "pg";

/** Inserts organizations for tests below the service, with the minimum of columns. */
export async function insertOrganizations(ownerUrl: string, ids: readonly string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into organization (id, name, timezone, default_currency, locale, invoice_number_prefix, invoice_number_format,
       invoice_number_restart, grace_hours, default_payment_terms, zero_amount_invoices, brand_color, sandbox, created_at,
       updated_at)
     select id, id, 'UTC', 'EUR', 'en-GB', 'INV', '{SEQ}', 'never', 0, 'net_30', 'issue', '#000000', true, now(), now()
     from unnest($1::text[]) as id`,
    [ids],
  );
  await owner.end();
}
