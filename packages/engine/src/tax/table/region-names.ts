/** ISO 3166-2 codes by the region names in capitals, as addresses may contain them. */
function byName(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text
      .trim()
      .split("\n")
      .map((line) => [line.trim().slice(3).toUpperCase(), line.trim().slice(0, 2)]),
  );
}

export const STATE_NAMES = byName(`
  AL Alabama
  AK Alaska
  AZ Arizona
  AR Arkansas
  CA California
  CO Colorado
  CT Connecticut
  DE Delaware
  DC District of Columbia
  FL Florida
  GA Georgia
  HI Hawaii
  ID Idaho
  IL Illinois
  IN Indiana
  IA Iowa
  KS Kansas
  KY Kentucky
  LA Louisiana
  ME Maine
  MD Maryland
  MA Massachusetts
  MI Michigan
  MN Minnesota
  MS Mississippi
  MO Missouri
  MT Montana
  NE Nebraska
  NV Nevada
  NH New Hampshire
  NJ New Jersey
  NM New Mexico
  NY New York
  NC North Carolina
  ND North Dakota
  OH Ohio
  OK Oklahoma
  OR Oregon
  PA Pennsylvania
  RI Rhode Island
  SC South Carolina
  SD South Dakota
  TN Tennessee
  TX Texas
  UT Utah
  VT Vermont
  VA Virginia
  WA Washington
  WV West Virginia
  WI Wisconsin
  WY Wyoming
`);

export const CANADIAN_NAMES = byName(`
  AB Alberta
  BC British Columbia
  MB Manitoba
  NB New Brunswick
  NL Newfoundland and Labrador
  NS Nova Scotia
  NT Northwest Territories
  NU Nunavut
  ON Ontario
  PE Prince Edward Island
  QC Quebec
  QC Québec
  SK Saskatchewan
  YT Yukon
`);
