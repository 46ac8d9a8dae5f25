import { storedCard } from "../../../dev/whmcs/seed.ts";
import { nextId } from "../../../dev/whmcs/state.ts";
import type { ActingScene } from "../../billing-contract/scene.ts";
import type { TestWhmcs } from "./whmcs-system.ts";

/** What actions need from a simulated installation besides its customers. */
export function whmcsActingScene({ simulator, db, outbox, operator, settled }: TestWhmcs): ActingScene {
  const { state, control, installation } = simulator;
  return {
    async paymentMethod(accountId, isOnFile) {
      state.payMethods = state.payMethods.filter(({ clientId }) => clientId !== accountId);
      if (isOnFile) state.payMethods.push(storedCard(nextId(state.payMethods), accountId));
    },
    registered(domain, more) {
      const own = state.domains.findLast(({ name }) => name === domain);
      const registeredOn = more?.registeredOn ?? own?.registeredOn ?? "2024-01-10";
      const expiresOn = more?.expiresOn ?? own?.expiresOn ?? "2027-06-20";
      installation.registrar.hold(domain, { registeredOn, expiresOn });
      // The API shows the installation's dates alone, which its synchronisation takes from the registrar.
      if (own && more) Object.assign(own, more);
    },
    async pay(_loginId, _accountId, invoiceId) {
      control.pay(invoiceId);
    },
    async traces() {
      await settled();
      const { names, mailedCodes } = installation.registrar;
      return {
        changes: await db.prepare("SELECT total_changes() AS changes").first("changes"),
        installation: JSON.stringify([state, [...names.values()], mailedCodes]),
        mails: outbox.sent.length,
      };
    },
    async setHold(isHeld) {
      await (isHeld ? operator.hold() : operator.resume(false));
    },
  };
}
