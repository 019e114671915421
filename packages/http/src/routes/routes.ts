import type { Route } from "../route.ts";
import { accountRoutes } from "./accounts.ts";
import { accountActivityRoutes } from "./account-activity.ts";
import { accountFamilyRoutes } from "./account-families.ts";
import { accountNoteRoutes } from "./account-notes.ts";
import { accountTagRoutes } from "./account-tags.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { oauthConnectionRoutes } from "./oauth-connections.ts";
import { auditRoutes } from "./audit.ts";
import { changeRoutes } from "./changes.ts";
import { catalogKeyRoutes } from "./catalog-keys.ts";
import { creditConversionRoutes } from "./credit-conversions.ts";
import { creditGrantRoutes } from "./credit-grants.ts";
import { creditHoldRoutes } from "./credit-holds.ts";
import { creditNoteRoutes } from "./credit-notes.ts";
import { deadLetterRoutes } from "./dead-letters.ts";
import { documentTemplateRoutes } from "./document-template.ts";
import { entitlementRoutes } from "./entitlements.ts";
import { eventTailRoutes } from "./event-tail.ts";
import { eventCorrectionRoutes, eventRoutes } from "./events.ts";
import { featureRoutes } from "./features.ts";
import { insightRoutes } from "./insights.ts";
import { invoiceRoutes } from "./invoices.ts";
import { invoiceLineRoutes } from "./invoice-lines.ts";
import { journalRoutes } from "./journal.ts";
import { lifecycleRoutes } from "./lifecycle.ts";
import { mailTemplateRoutes } from "./mail-templates.ts";
import { mailRoutes } from "./mails.ts";
import { notificationRoutes } from "./notifications.ts";
import { notificationTailRoutes } from "./notification-tail.ts";
import { meRoutes } from "./me.ts";
import { modelPriceRoutes } from "./model-prices.ts";
import { metricRoutes } from "./metrics.ts";
import { organizationRoutes } from "./organization.ts";
import { hostedInvoiceRoutes } from "./hosted-invoices.ts";
import { paymentProviderRoutes } from "./payment-providers.ts";
import { paymentRoutes } from "./payments.ts";
import { portalRoutes } from "./portal.ts";
import { peopleRoutes } from "./people.ts";
import { planRoutes } from "./plans.ts";
import { priceBundleRoutes } from "./price-bundles.ts";
import { priceRoutes } from "./prices.ts";
import { productRoutes } from "./products.ts";
import { quoteRoutes } from "./quotes.ts";
import { requestLogRoutes } from "./request-log.ts";
import { listSummaryRoutes } from "./list-summaries.ts";
import { marginRoutes } from "./margin.ts";
import { costPriceRoutes } from "./cost-prices.ts";
import { exchangeRateRoutes } from "./exchange-rates.ts";
import { savedViewRoutes } from "./saved-views.ts";
import { searchRoutes } from "./search.ts";
import { signInRoutes } from "./sign-in.ts";
import { subscriptionPreviewRoutes } from "./subscription-previews.ts";
import { subscriptionRoutes } from "./subscriptions.ts";
import { taxRateRoutes } from "./tax-rates.ts";
import { testClockRoutes } from "./test-clocks.ts";
import { spendLimitRoutes } from "./spend-limits.ts";
import { usageAlertRoutes } from "./usage-alerts.ts";
import { usageRoutes } from "./usage.ts";
import { versionRoutes } from "./versions.ts";
import { webhookDeliveryRoutes } from "./webhook-deliveries.ts";
import { webhookEndpointRoutes } from "./webhook-endpoints.ts";

/** Every operation of the API, in the order of the reference. */
export const routes: readonly Route[] = [
  ...organizationRoutes,
  ...documentTemplateRoutes,
  ...apiKeyRoutes,
  ...oauthConnectionRoutes,
  ...signInRoutes,
  ...meRoutes,
  ...peopleRoutes,
  ...auditRoutes,
  ...requestLogRoutes,
  ...searchRoutes,
  ...accountRoutes,
  ...accountNoteRoutes,
  ...accountFamilyRoutes,
  ...accountTagRoutes,
  ...accountActivityRoutes,
  ...metricRoutes,
  ...eventRoutes,
  ...eventTailRoutes,
  ...eventCorrectionRoutes,
  ...deadLetterRoutes,
  ...usageRoutes,
  ...usageAlertRoutes,
  ...spendLimitRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...priceBundleRoutes,
  ...planRoutes,
  ...catalogKeyRoutes,
  ...subscriptionRoutes,
  ...subscriptionPreviewRoutes,
  ...versionRoutes,
  ...changeRoutes,
  ...lifecycleRoutes,
  ...quoteRoutes,
  ...featureRoutes,
  ...entitlementRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...hostedInvoiceRoutes,
  ...portalRoutes,
  ...paymentProviderRoutes,
  ...creditNoteRoutes,
  ...creditGrantRoutes,
  ...creditHoldRoutes,
  ...creditConversionRoutes,
  ...taxRateRoutes,
  ...invoiceLineRoutes,
  ...journalRoutes,
  ...insightRoutes,
  ...listSummaryRoutes,
  ...savedViewRoutes,
  ...costPriceRoutes,
  ...modelPriceRoutes,
  ...marginRoutes,
  ...exchangeRateRoutes,
  ...mailRoutes,
  ...mailTemplateRoutes,
  ...notificationRoutes,
  ...notificationTailRoutes,
  ...webhookEndpointRoutes,
  ...webhookDeliveryRoutes,
  ...testClockRoutes,
];
