/**
 * The billing system of a deployment. The ids of its logins, accounts and orders mean others in another billing system.
 */
export interface BillingSystemSetting {
  /** An id such as `embedded-<id of its database>`; see `scripts/configurations.ts`. */
  BILLING_SYSTEM: string;
}

/**
 * Refuses a caller that was deployed for another billing system. While a deployment changes the billing system, such a
 * caller would get other people's data.
 * @param props of the caller's binding, written at deployment; without them, as in local work, nothing is compared
 * @throws {Error} for a caller of another billing system
 */
export function refuseOtherSystem(
  { BILLING_SYSTEM: own }: Partial<BillingSystemSetting>,
  props: Partial<BillingSystemSetting> | undefined,
): void {
  const asked = props?.BILLING_SYSTEM;
  if (asked !== undefined && asked !== own) throw new Error(`the caller has ${asked}, and this is ${own}`);
}
