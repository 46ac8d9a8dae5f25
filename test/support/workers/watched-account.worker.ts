import { DurableObject } from "cloudflare:workers";
import account, * as objects from "../../../workers/account/account.worker.ts";

export {
  Account,
  AccountOperator,
  AddressWindow,
  Connection,
  DailyKey,
  ServiceKey,
  Session,
  StoreHolds,
} from "../../../workers/account/account.worker.ts";

const called: string[] = [];

/** Notes every call to an object from outside of it; its alarms are nobody's call. */
function watch(name: string, { prototype }: { prototype: object }): void {
  const watched = new Set(["constructor", "alarm"]);
  for (let owner = prototype; owner !== DurableObject.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const method of Object.getOwnPropertyNames(owner)) {
      const original: unknown = Reflect.get(prototype, method);
      if (watched.has(method) || typeof original !== "function") continue;
      watched.add(method);
      Object.defineProperty(prototype, method, {
        configurable: true,
        value(this: unknown, ...args: unknown[]) {
          called.push(`${name}.${method}`);
          return Reflect.apply(original, this, args);
        },
      });
    }
  }
}

const { Connection, Session, ServiceKey, AddressWindow, DailyKey } = objects;
for (const [name, object] of Object.entries({ Connection, Session, ServiceKey, AddressWindow, DailyKey })) {
  watch(name, object);
}

/** The account Worker as it is; `/called` gives the calls to its objects since the last time. */
export default {
  ...account,
  fetch: (request: Request, env: object, execution: ExecutionContext) =>
    new URL(request.url).pathname === "/called"
      ? Response.json(called.splice(0))
      : account.fetch(request, env, execution),
};
