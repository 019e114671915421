-- A row that references another row of its organization is in that organization, so it need not reference the organization
-- too: each reference is looked up, and locks the row of the organization, for every row that is written. Decision 113.

alter table account_alias drop constraint account_alias_organization_id_fkey;
alter table account_credit_entry drop constraint account_credit_entry_organization_id_fkey;
alter table account_metadata drop constraint account_metadata_organization_id_fkey;
alter table account_note drop constraint account_note_organization_id_fkey;
alter table account_tag drop constraint account_tag_organization_id_fkey;
alter table bundle_price drop constraint bundle_price_organization_id_fkey;
alter table collection drop constraint collection_organization_id_fkey;
alter table contact drop constraint contact_organization_id_fkey;
alter table credit_conversion drop constraint credit_conversion_organization_id_fkey;
alter table credit_grant drop constraint credit_grant_organization_id_fkey;
alter table credit_note drop constraint credit_note_organization_id_fkey;
alter table credit_setting drop constraint credit_setting_organization_id_fkey;
alter table credit_top_up drop constraint credit_top_up_organization_id_fkey;
alter table entitlement_grant drop constraint entitlement_grant_organization_id_fkey;
alter table invoice drop constraint invoice_organization_id_fkey;
alter table invoice_link drop constraint invoice_link_organization_id_fkey;
alter table late_usage drop constraint late_usage_organization_id_fkey1;
alter table payment drop constraint payment_organization_id_fkey;
alter table payment_customer drop constraint payment_customer_organization_id_fkey;
alter table portal_link drop constraint portal_link_organization_id_fkey;
alter table price drop constraint price_organization_id_fkey;
alter table quote_decline drop constraint quote_decline_organization_id_fkey;
alter table quote_link drop constraint quote_link_organization_id_fkey;
alter table quote_signature drop constraint quote_signature_organization_id_fkey;
alter table refund drop constraint refund_organization_id_fkey;
alter table spend_limit drop constraint spend_limit_organization_id_fkey;
alter table subscription drop constraint subscription_organization_id_fkey;
alter table subscription_pause drop constraint subscription_pause_organization_id_fkey;
alter table subscription_version drop constraint subscription_version_organization_id_fkey;
alter table usage_alert drop constraint usage_alert_organization_id_fkey;
alter table usage_invoiced drop constraint usage_invoiced_organization_id_fkey;
alter table version_price drop constraint version_price_organization_id_fkey;
alter table version_price_group drop constraint version_price_group_organization_id_fkey;

-- Rows of this table come from rows of the same organization, by a trigger.
alter table search_term drop constraint search_term_organization_id_fkey;
