/** What an installation does otherwise than is documented, or in one of the ways that nothing says which is right. */
export interface Quirks {
  /** Whether it does not understand a parameter, and passes over it. */
  ignores(parameter: string, action: string): boolean;
  /** Secrets in members that no documentation names. */
  extraMembers: Record<string, unknown>;
  /** A renewal for the domain's own years is ordered at its recurring amount, not by the price list. */
  renewsAtOwnAmount: boolean;
  /** Credit is used for new invoices at once. */
  appliesCredit: boolean;
  /** What an API order has is set up once it is paid, though the order stays pending. */
  setsUpPaidOrders: boolean;
  /** An upgrade without anything due is made at once. */
  makesFreeUpgrades: boolean;
}

export const NO_QUIRKS: Quirks = {
  ignores: () => false,
  extraMembers: {},
  renewsAtOwnAmount: false,
  appliesCredit: false,
  setsUpPaidOrders: true,
  makesFreeUpgrades: true,
};
