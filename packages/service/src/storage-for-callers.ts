/**
 * What the layers above the use cases need of storage: the lists' fields and queries, the port to the database, and the error
 * that says it is away. They import it from here, so that nothing above the use cases reaches past them.
 */
export {
  ACCOUNT_FIELDS,
  API_KEY_FIELDS,
  BILLING_FREQUENCIES,
  BUNDLE_FIELDS,
  type Database,
  DatabaseAway,
  FEATURE_FIELDS,
  FEE_TYPES,
  INVOICE_FIELDS,
  type ListField,
  type ListFields,
  type ListFieldType,
  type ListFilter,
  type ListOperator,
  type ListPage,
  type ListQuery,
  METRIC_FIELDS,
  NOTIFICATION_FIELDS,
  organizationsWithDueWork,
  organizationsWithTotalsToMake,
  PLAN_FIELDS,
  PRICE_FIELDS,
  PRODUCT_FIELDS,
  PRODUCT_PAYMENT_TERMS,
  SUBSCRIPTION_FIELDS,
  TEST_CLOCK_FIELDS,
  USAGE_EVENT_FIELDS,
  VERSION_FIELDS,
} from "@counterfoil/storage";
