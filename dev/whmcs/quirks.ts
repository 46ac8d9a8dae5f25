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
  /** What stands for the invoice of an order that has none. */
  noInvoice: 0 | "" | null;
  /** AddOrder names services by `productids` alone, as before 7.8. */
  hasProductIdsAlone: boolean;
  /** How a renewed domain stands with its order. */
  tellsRenewals: "text" | "by_type" | "line_alone";
  /** An upgrade stands among the lines of its order. */
  listsUpgradeLine: boolean;
  /** The price of an upgrade is a bare number. */
  hasBareUpgradePrice: boolean;
  /** The cycle of an upgrade is understood in this letter case alone. */
  upgradeCycles: "any" | "lower" | "capital";
  /** A renewal for the domain's own years is ordered at its recurring amount, not by the price list. */
  renewsAtOwnAmount: boolean;
  /** Credit is used for new invoices at once. */
  appliesCredit: boolean;
  /** What an API order has is set up once it is paid, though the order stays pending. */
  setsUpPaidOrders: boolean;
  /** An upgrade without anything due is made at once. */
  makesFreeUpgrades: boolean;
  /** A renewal order takes the domain out of its older unpaid invoice, and cancels that where nothing is left on it. */
  replacesRenewalInvoices: boolean;
  /** A request to cancel cancels the unpaid invoices of its service. */
  cancelsInvoicesOnRequest: boolean;
}

export const NO_QUIRKS: Quirks = {
  ignores: () => false,
  maxRows: Number.POSITIVE_INFINITY,
  totalOf: (rows) => rows,
  extraMembers: {},
  noInvoice: 0,
  hasProductIdsAlone: false,
  tellsRenewals: "text",
  listsUpgradeLine: true,
  hasBareUpgradePrice: false,
  upgradeCycles: "any",
  renewsAtOwnAmount: false,
  appliesCredit: false,
  setsUpPaidOrders: true,
  makesFreeUpgrades: true,
  replacesRenewalInvoices: false,
  cancelsInvoicesOnRequest: false,
};

/** Of the profile that has everything otherwise. */
export const HOSTILE_QUIRKS: Quirks = {
  ...NO_QUIRKS,
  noInvoice: "",
  hasProductIdsAlone: true,
  tellsRenewals: "by_type",
  listsUpgradeLine: false,
  hasBareUpgradePrice: true,
  upgradeCycles: "capital",
  renewsAtOwnAmount: true,
  replacesRenewalInvoices: true,
  cancelsInvoicesOnRequest: true,
};
