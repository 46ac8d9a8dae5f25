import type { ReceivedCall } from "../../../../dev/whmcs/actions/action.ts";
import type { WhmcsState } from "../../../../dev/whmcs/state.ts";
import type { WriteOperation } from "../../../../shared/billing-contract/writes.ts";

/** The operation and target of a call, as the account Worker names them. */
export interface CallTarget {
  operation: WriteOperation;
  target: string | number;
}

/** Returns the operation and target of a call that executes an action; `null` for any other call. */
export function targetOf({ domains }: WhmcsState, { action, parameters }: ReceivedCall): CallTarget | null {
  const { domain, pid, domainrenewals, serviceid, domainid } = parameters;
  switch (action) {
    case "AddOrder": {
      const [renewed] = Object.keys(domainrenewals ?? {});
      if (renewed !== undefined) return { operation: "renewDomain", target: renewed };
      return { operation: pid === undefined ? "orderDomain" : "orderPlan", target: String(domain ?? "") };
    }
    case "UpgradeProduct":
      return "calconly" in parameters ? null : { operation: "changePlan", target: Number(serviceid) };
    case "AddCancelRequest":
      return { operation: "cancelService", target: Number(serviceid) };
    case "DomainRequestEPP": {
      const name = domains.find(({ id }) => id === Number(domainid))?.name;
      return name === undefined ? null : { operation: "transferDomainOut", target: name };
    }
    default:
      return null;
  }
}

/** Returns the account that a read or an order cancellation is about; `null` for other calls. */
export function accountOf({ invoices, orders }: WhmcsState, { action, parameters }: ReceivedCall): number | null {
  switch (action) {
    case "ask":
    case "find":
      return Number(parameters.clientid) || null;
    case "GetInvoice":
      return invoices.find(({ id }) => id === Number(parameters.invoiceid))?.clientId ?? null;
    case "CancelOrder":
      return orders.find(({ id }) => id === Number(parameters.orderid))?.clientId ?? null;
    default:
      return null;
  }
}

export const targetName = ({ operation, target }: CallTarget): string => `${operation} ${target}`;
