import "../../support/clock.ts";
import { AccountObject } from "../../../durable-objects/account/account.ts";
import { BillingHostObject } from "../../../durable-objects/billing-host/billing-host-object.ts";
import type { HostReply } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { ConnectionObject } from "../../../durable-objects/connection/connection.ts";
import { RegistryObject } from "../../../durable-objects/registry/registry.ts";
import { accountDependencies, control } from "./account-world.ts";
import type { Bindings } from "./bindings.ts";
import { connectionDependencies } from "./connection-world.ts";
import type { CrashPoint } from "./crash-points.ts";
import { crashing } from "./crash-points.ts";
import { scriptedRegistry } from "./scripted-registry.ts";

export { AddressWindow } from "../../../durable-objects/address-window.ts";
export { DailyKey, ServiceKey } from "../../../durable-objects/random-keys.ts";
export { RegistryHealth } from "../../../durable-objects/registry/registry-health.ts";
export { Session } from "../../../durable-objects/session/session.ts";
export { StoreHolds } from "../../../durable-objects/store-holds.ts";
export { Arrivals, Writer } from "./output-gate.ts";
export { ScriptedBilling } from "./scripted-billing.ts";

export class Connection extends ConnectionObject<Bindings> {
  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings, connectionDependencies);
  }
}

export class Account extends AccountObject<Bindings> {
  constructor(state: DurableObjectState, bindings: Bindings) {
    const reached = (point: CrashPoint) => {
      if (control.crash !== point) return;
      control.crash = null;
      control.crashes++;
      state.abort("stopped by the test");
    };
    super(state, bindings, crashing(accountDependencies(bindings), reached));
  }

  override async alarm(): Promise<void> {
    control.alarms++;
    await super.alarm();
  }
}

/** A registry host that follows the script of the test. */
export class Registry extends RegistryObject<Bindings> {
  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings, scriptedRegistry(bindings.REGISTRY_HEALTH));
  }
}

/** A billing host whose response repeats the text of the call and adds the number of answered calls. */
export class BillingHost extends BillingHostObject<Bindings> {
  constructor(state: DurableObjectState, bindings: Bindings) {
    let calls = 0;
    super(state, bindings, {
      concurrency: 8,
      async send({ text }): Promise<HostReply> {
        if (text.startsWith("fail")) return { kind: "failed", reason: "unreachable", retryAfter: 5 };
        if (text.startsWith("slowly")) await scheduler.wait(50);
        return { kind: "answered", status: 200, body: `${text}#${++calls}` };
      },
      judge: ({ kind }) => kind,
      trial: "trial",
    });
  }
}

export default {};
