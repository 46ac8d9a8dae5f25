/**
 * The setting that identifies the billing system of a deployment. Ids of logins, accounts and orders are valid in one
 * billing system only.
 */
export interface BillingSystemSetting {
  /** An id such as `embedded-<database id>`. See `scripts/configurations.ts`. */
  BILLING_SYSTEM: string;
}

/**
 * Refuses a caller that was deployed for another billing system. While a deployment switches to another billing system,
 * that caller would otherwise get other people's data.
 * @param props the props of the caller's binding, written at deployment; a local binding has no props, so nothing is
 *   compared
 * @throws {Error} if the caller's billing system differs
 */
export function refuseOtherSystem(
  { BILLING_SYSTEM: own }: Partial<BillingSystemSetting>,
  props: Partial<BillingSystemSetting> | undefined,
): void {
  const asked = props?.BILLING_SYSTEM;
  if (asked !== undefined && asked !== own) throw new Error(`the caller has ${asked}, and this is ${own}`);
}
