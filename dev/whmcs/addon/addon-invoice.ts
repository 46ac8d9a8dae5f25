import type { LocalApi } from "./local-api.ts";

/** An invoice, as far as the price of an order is judged by it. */
export interface AddonInvoice {
  /** Before taxes, as `12.34`. */
  subtotal: string;
  /** Nothing of it was paid, in money or credit. */
  isUntouched: boolean;
  /** Its gateway can be told to charge a stored card. */
  canBeCaptured: boolean;
  /** The gateway's module; empty where it is not told. */
  gateway: string;
}

/** Null for one of another account, and where it does not read. @throws ProcessEnded as `localApi` does */
export function readInvoice(localApi: LocalApi, client: number, id: number): AddonInvoice | null {
  const answer = localApi("GetInvoice", { invoiceid: id });
  if (answer.result !== "success" || Number(answer.userid) !== client) return null;
  const [subtotal, credit, total, balance] = ["subtotal", "credit", "total", "balance"].map((name) =>
    writtenAmount(answer[name]),
  );
  if (!subtotal) return null;
  const isUnpaid = String(answer.status ?? "").toLowerCase() === "unpaid";
  const isDueWhole = balance !== null && balance === total;
  const canBeCaptured = [true, 1, "1", "true", "on", "yes"].includes(answer.ccgateway as string);
  const gateway = String(answer.paymentmethod ?? "");
  return {
    ...{ subtotal, canBeCaptured, gateway },
    isUntouched: isUnpaid && credit === "0.00" && isDueWhole,
  };
}

/** An amount with two decimals, and no more but zeros; null for what is none. */
export function writtenAmount(written: unknown): string | null {
  const text = typeof written === "number" ? String(written) : written;
  const [, whole, decimals = ""] = (typeof text === "string" && /^(-?\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text)) || [];
  return whole === undefined ? null : `${whole}.${decimals.padEnd(2, "0")}`;
}
