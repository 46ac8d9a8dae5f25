import type { AccountOperatorPort } from "../../../shared/operator-contract/account-operator.ts";
import type { AccountServices } from "../composition.ts";
import { HeldStores } from "../generations/held-stores.ts";
import { ObjectRestore } from "../generations/object-restore.ts";
import { DataSubjects } from "./data-subjects.ts";
import { endConnections } from "./end-connections.ts";
import { IndexedConnections } from "./indexed-connections.ts";
import { LookUp } from "./look-up.ts";
import { failedMailRows, sendMailAgain } from "./mails-again.ts";
import { accountStatus } from "./status.ts";
import { StuckList } from "./stuck-list.ts";

/** What the operator console may do in this Worker. */
export function accountOperator(services: AccountServices): AccountOperatorPort {
  const { db, now, runs } = services;
  const stuck = new StuckList(db, now);
  const lookUp = new LookUp(services);
  const subjects = new DataSubjects(services);
  const held = new HeldStores(services);
  const objects = new ObjectRestore(services);
  return {
    status: () => accountStatus(db, runs),
    stuck: () => stuck.all(),
    action: (place) => stuck.action(place),
    settle: (order) => stuck.settle(order),
    connections: (of, requestId) => lookUp.connections(of, requestId),
    application: (id) => lookUp.application(id),
    connection: async (id, requestId) => ({
      connection: await lookUp.connections({ by: "connection", id }, requestId),
      calls: await lookUp.calls(id),
    }),
    account: async (account, requestId) => ({
      connections: await lookUp.connections({ by: "account", id: String(account) }, requestId),
      stuck: await stuck.ofAccount(account),
      actions: await lookUp.actions(account),
    }),
    journal: (account) => lookUp.journal(account),
    request: (search, requestId) => lookUp.request(search, requestId),
    activeConnections: (of) => new IndexedConnections(db).active(of),
    endConnections: (of, requestId) => endConnections(services, of, requestId),
    installationsOf: (subject) => subjects.installationsOf(subject),
    placesOf: (subject, until) => subjects.placesOf(subject, until),
    openActions: (subject, places) => subjects.openActions(subject, places),
    exportOf: (subject, cursor, requestId) => subjects.exportOf(subject, cursor, requestId),
    endSessions: (subject, until) => subjects.endSessions(subject, until),
    eraseConnections: (subject, places, requestId) => subjects.eraseConnections(subject, places, requestId),
    eraseObjects: (subject, places) => subjects.eraseObjects(subject, places),
    eraseRows: (subject, places) => subjects.eraseRows(subject, places),
    failedMails: () => failedMailRows(services),
    sendMailAgain: (id, requestId) => sendMailAgain(services, id, requestId),
    held: async () =>
      held.list().then((stores) => stores.map(({ store, since }) => ({ store, since: new Date(since).toISOString() }))),
    restorePreview: (store, to) => objects.preview(store, to),
    restore: (store, to) => objects.restore(store, to),
    accept: (store) => held.accept(store),
  };
}
