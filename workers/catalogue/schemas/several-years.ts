/** How several years are priced; part of each description that gives prices for one year. */
export const SEVERAL_YEARS =
  "Several years are not a multiple: registering for n years costs `register` + (n - 1) x `renew`, renewing for n years costs n x `renew`. Not every term is sold: `years_sold` of check_domain lists those of a registration.";
