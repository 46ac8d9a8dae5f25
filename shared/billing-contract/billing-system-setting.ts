/** Which billing system a deployment has. Its logins, accounts and orders have numbers that mean others in the next one. */
export interface BillingSystemSetting {
  /** Such as `embedded-<id of its database>`; see `scripts/configurations.ts`. */
  BILLING_SYSTEM: string;
}

/**
 * While a deployment changes the billing system, a caller that still has the former one would get other people's data.
 * @param props of the caller's binding, which a deployment writes; without them, as in local work, nothing is compared
 * @throws {Error} for a caller of another billing system
 */
export function refuseOtherSystem(
  { BILLING_SYSTEM: own }: Partial<BillingSystemSetting>,
  props: Partial<BillingSystemSetting> | undefined,
): void {
  const asked = props?.BILLING_SYSTEM;
  if (asked !== undefined && asked !== own) throw new Error(`the caller has ${asked}, and this is ${own}`);
}
