/** What an installation does otherwise than is documented, or in one of the ways that nothing says which is right. */
export interface Quirks {
  /** Whether it does not understand a parameter, and passes over it. */
  ignores(parameter: string, action: string): boolean;
  /** The most rows it lists at once, whatever is asked for. */
  maxRows: number;
  /** How many rows it says that a list has. */
  totalOf(rows: number): number;
  /** Secrets in members that no documentation names. */
  extraMembers: Record<string, unknown>;
  /** How a renewed domain stands with its order. */
  tellsRenewals: "text" | "by_type" | "line_alone";
  /** The price of an upgrade is a bare number. */
  hasBareUpgradePrice: boolean;
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
  maxRows: Number.POSITIVE_INFINITY,
  totalOf: (rows) => rows,
  extraMembers: {},
  tellsRenewals: "text",
  hasBareUpgradePrice: false,
  renewsAtOwnAmount: false,
  appliesCredit: false,
  setsUpPaidOrders: true,
  makesFreeUpgrades: true,
};

/** Of the profile that has everything otherwise. */
export const HOSTILE_QUIRKS: Quirks = {
  ...NO_QUIRKS,
  tellsRenewals: "by_type",
  hasBareUpgradePrice: true,
  renewsAtOwnAmount: true,
};
