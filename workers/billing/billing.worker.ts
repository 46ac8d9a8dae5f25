import { env, WorkerEntrypoint, waitUntil } from "cloudflare:workers";
import { jurisdictionKept } from "../../shared/api/http/before-worker.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { refuseOtherSystem } from "../../shared/billing-contract/billing-system-setting.ts";
import type { LoginCall } from "../../shared/billing-contract/call.ts";
import type { CatalogueReads } from "../../shared/billing-contract/catalogue.ts";
import type {
  AreaAnswer,
  AreaFrame,
  AreaSignIns,
  AreaVisitor,
  ClientAreaPort,
  FramedPage,
} from "../../shared/billing-contract/client-area.ts";
import type { BillingResult } from "../../shared/billing-contract/result.ts";
import { forwarding } from "../../shared/billing-contract/worker-entrypoint.ts";
import { BILLING_OPERATOR_METHODS, type BillingOperatorPort } from "../../shared/operator-contract/billing-operator.ts";
import { rotateKey } from "../../shared/operator-contract/key-rotation.ts";
import { JurisdictionGuard } from "../../shared/platform/jurisdiction.ts";
import { readFrame } from "./client-area/area-frame.ts";
import { holdsIn, markKeyOf, openClientArea, workerDependencies } from "./composition.ts";
import {
  type BillingEngine,
  type BillingEnv,
  billingEngine,
  CATALOGUE_METHOD_NAMES,
  CONTRACT_METHOD_NAMES,
} from "./engine/billing-engine.ts";
import type { RegistrarEnv } from "./engine/registrar/registrar-connection.ts";
import type { BillingWorkerEnv } from "./environment.ts";
import { engineOperator } from "./operator/engine-operator.ts";

export { AddressWindow } from "../../durable-objects/address-window.ts";
export { DailyKey, ServiceKey } from "../../durable-objects/random-keys.ts";
export { StoreHolds } from "../../durable-objects/store-holds.ts";

const settings = env as unknown as BillingWorkerEnv;
const guard = new JurisdictionGuard(settings.DB, settings, Date.now);
const area = jurisdictionKept(guard, openClientArea(settings, workerDependencies(settings, waitUntil)));

/**
 * The engine for calls from other Workers and for scheduled work. It runs overdue jobs if no cron trigger has fired.
 */
const engine = billingEngine(settings, workerDependencies(settings, waitUntil));

async function beforeCall(): Promise<void> {
  await guard.refuseUnkept();
  engine.catchUp();
}

/** The methods for the public catalogue. They reveal nothing about customers. */
export class PublicBilling extends forwarding<BillingEnv & RegistrarEnv, CatalogueReads, BillingEngine>(
  CATALOGUE_METHOD_NAMES,
  () => engine,
  async () => {
    if (await guard.isKept(crypto.randomUUID())) engine.catchUp();
  },
) {}

/**
 * The entrypoint for the client area. The account Worker calls it for pages, and the front door for Stripe's webhook.
 */
export class ClientArea extends WorkerEntrypoint<BillingWorkerEnv> implements ClientAreaPort {
  override fetch(request: Request) {
    return area.fetch(request, { visitor: null, signIns: {} });
  }

  async answer(request: Request, visitor: AreaVisitor | null): Promise<AreaAnswer> {
    const signIns: AreaSignIns = {};
    const response = await area.fetch(request, { visitor, signIns });
    return { response, ...signIns };
  }

  async frame(call: LoginCall, page: FramedPage): Promise<BillingResult<AreaFrame | null>> {
    refuseOtherSystem(this.env, this.ctx.props);
    await beforeCall();
    return readFrame(engine, call, page);
  }
}

const inDatabase = engineOperator(settings.DB, Date.now, holdsIn(settings));
const operator: BillingOperatorPort = {
  ...inDatabase,
  async erase(subject, until) {
    const step = await inDatabase.erase(subject, until);
    if (!step.isKept) await engine.forgetPayer(subject);
    return step;
  },
  recordPayment: (payment, commit) => engine.recordPayment(payment, commit),
  listSetUps: () => engine.listSetUps(),
  endSetUp: (done, commit) => engine.endSetUp(done, commit),
  failSetUp: (service, reason, commit) => engine.failSetUp(service, reason, commit),
  refundPayment: (refund, commit) => engine.refundPayment(refund, commit),
  rotateKey: (commit) =>
    rotateKey(
      markKeyOf(settings),
      "marks of browsers. While a login is guessed at, those browsers wait like strangers.",
      commit,
      Date.now(),
    ),
};

/** The methods for the operator console. Only the operator Worker has this binding. */
export class BillingOperator extends forwarding<BillingWorkerEnv, BillingOperatorPort, BillingOperatorPort>(
  BILLING_OPERATOR_METHODS,
  () => operator,
  () => guard.refuseUnkept(),
) {}

/** The entrypoint of the service binding `BILLING`, for the embedded billing engine. */
export default class Billing extends forwarding<BillingWorkerEnv, BillingSystem, BillingEngine>(
  CONTRACT_METHOD_NAMES,
  () => engine,
  beforeCall,
) {
  /** Runs the scheduled jobs. The cron triggers are in wrangler.toml. */
  override async scheduled() {
    await guard.refuseUnkept();
    await this.engine.runScheduledJobs();
  }
}
