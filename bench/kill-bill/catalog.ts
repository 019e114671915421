import { MONTHLY_FEE, PRICE_OF_A_CALL } from "./compared-system.ts";

/** Kill Bill's catalog with the compared plan, by its schema `CatalogSchema.xsd`. */
export const CATALOG = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<catalog xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="CatalogSchema.xsd">
  <effectiveDate>2026-01-01T00:00:00+00:00</effectiveDate>
  <catalogName>Bench</catalogName>
  <recurringBillingMode>IN_ADVANCE</recurringBillingMode>
  <currencies><currency>USD</currency></currencies>
  <units><unit name="calls"/></units>
  <products><product name="Pro"><category>BASE</category></product></products>
  <rules>
    <changePolicy><changePolicyCase><policy>IMMEDIATE</policy></changePolicyCase></changePolicy>
    <cancelPolicy><cancelPolicyCase><policy>IMMEDIATE</policy></cancelPolicyCase></cancelPolicy>
  </rules>
  <plans>
    <plan name="pro-monthly">
      <product>Pro</product>
      <finalPhase type="EVERGREEN">
        <duration><unit>UNLIMITED</unit></duration>
        <recurring>
          <billingPeriod>MONTHLY</billingPeriod>
          <recurringPrice><price><currency>USD</currency><value>${MONTHLY_FEE}.00</value></price></recurringPrice>
        </recurring>
        <usages>
          <usage name="pro-calls" billingMode="IN_ARREAR" usageType="CONSUMABLE">
            <billingPeriod>MONTHLY</billingPeriod>
            <tiers><tier><blocks><tieredBlock>
              <unit>calls</unit><size>1</size>
              <prices><price><currency>USD</currency><value>${PRICE_OF_A_CALL}</value></price></prices>
              <max>1000000000</max>
            </tieredBlock></blocks></tier></tiers>
          </usage>
        </usages>
      </finalPhase>
    </plan>
  </plans>
  <priceLists><defaultPriceList name="DEFAULT"><plans><plan>pro-monthly</plan></plans></defaultPriceList></priceLists>
</catalog>
`;
