/** Statuses of services, domains and invoices that say more than that they are over. */
const LOOKS: Record<string, string> = {
  ...{ active: "ok", paid: "ok", completed: "ok" },
  ...{ pending: "waits", pending_registration: "waits", pending_transfer: "waits" },
  ...{ unpaid: "waits", payment_pending: "waits" },
  ...{
    grace: "bad",
    redemption: "bad",
    expired: "bad",
    suspended: "bad",
    fraud: "bad",
    overdue: "bad",
    collections: "bad",
  },
};

/** A status in words, with the colour that it has everywhere. */
export function StatusChip({ status, label }: { status: string; label: string }) {
  return <span class={`chip ${LOOKS[status] ?? ""}`}>{label}</span>;
}
