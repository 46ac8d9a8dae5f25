/** The chip styles for statuses of services, domains and invoices. Statuses that simply mean "ended" have no style. */
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

/** Renders a status as text, with the same colour on every page. */
export function StatusChip({ status, label }: { status: string; label: string }) {
  return <span class={`chip ${LOOKS[status] ?? ""}`}>{label}</span>;
}
