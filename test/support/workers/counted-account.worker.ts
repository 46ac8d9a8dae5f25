import "../counting/count-bindings.ts";
import account, * as classes from "../../../workers/account/account.worker.ts";
import { countedEntrypoint, countedHandler, countedObject } from "../counting/count-classes.ts";

export const Account = countedObject("Account", classes.Account);
export const AddressWindow = countedObject("AddressWindow", classes.AddressWindow);
export const Connection = countedObject("Connection", classes.Connection);
export const DailyKey = countedObject("DailyKey", classes.DailyKey);
export const ServiceKey = countedObject("ServiceKey", classes.ServiceKey);
export const Session = countedObject("Session", classes.Session);
export const StoreHolds = countedObject("StoreHolds", classes.StoreHolds);
export const AccountOperator = countedEntrypoint("AccountOperator", classes.AccountOperator);

/** The account Worker, wrapped to count its usage. */
export default { ...account, fetch: countedHandler("account", account.fetch) };
