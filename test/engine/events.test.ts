import { expect, test } from "vitest";
import { seedStatements } from "../../dev/seed/statements.ts";
import { EVENTS_KEPT_MS } from "../../shared/billing-contract/events.ts";
import { TRANSFER } from "../billing-contract/customer.ts";
import { EVERYTHING, LOGINS, valueIn } from "../billing-contract/questions.ts";
import { DAY_MS, NOW } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const { engine, sql, owner, customer, registrar, pass } = await actingScene(
  ...seedStatements(new Date(NOW)),
  "UPDATE accounts SET credit = 0",
);
const other = customer(LOGINS.totp, 1003);

/** Runs some work and returns its events, each as a type and a subject. */
async function eventsDuring(work: () => Promise<unknown>, by = owner) {
  await sql.run("DELETE FROM events");
  await work();
  const { events } = await valueIn(engine.listEvents(by.query, { after: 0, limit: 500, within: EVERYTHING }));
  return events.map(({ type, subject }) => `${type} ${subject}`);
}
const newest = (table: string) => sql.value<number>(`SELECT max(id) FROM ${table} WHERE account_id = 1001`);

test("a lapsed order has one event, and its overdue invoice has another", async () => {
  const { orderId, invoice } = await valueIn(owner.orderDomain("free-lapse.com"));
  const told = await eventsDuring(async () => {
    for (let day = 0; day < 20; day++) await pass(DAY_MS);
  });
  expect(told.filter((event) => event.startsWith("order."))).toEqual([`order.lapsed ${orderId}`]);
  expect(told.filter((event) => event === `invoice.overdue ${invoice?.id}`)).toHaveLength(1);
});

test("a registration that the registrar refuses has the event of a refused order", async () => {
  registrar.refusal = "The name is sold at a special price.";
  const placed = await valueIn(owner.orderDomain("free-refused.com"));
  expect(await eventsDuring(() => owner.payInvoice(placed))).toEqual([
    `invoice.paid ${placed.invoice?.id}`,
    `order.paid ${placed.orderId}`,
    `order.refused ${placed.orderId}`,
  ]);
});

test("a transfer in has an event once it is completed or refused", async () => {
  const coming = await valueIn(owner.orderDomain("taken-coming.com", TRANSFER));
  await valueIn(owner.payInvoice(coming));
  registrar.completeTransfers();
  expect(await eventsDuring(() => pass(DAY_MS))).toEqual([
    "domain.transferred_in taken-coming.com",
    `order.completed ${coming.orderId}`,
  ]);
  const staying = await valueIn(owner.orderDomain("taken-staying.com", { ...TRANSFER, authCode: "wrong" }));
  expect(await eventsDuring(() => owner.payInvoice(staying))).toEqual([
    `invoice.paid ${staying.invoice?.id}`,
    `order.paid ${staying.orderId}`,
    "domain.transfer_failed taken-staying.com",
    `order.refused ${staying.orderId}`,
  ]);
});

test("a plan change with nothing due has only the event of a completed order", async () => {
  const change = () => owner.changePlan(2101, "web-start", { expectedPrice: 0 });
  expect(await eventsDuring(change)).toEqual([`order.completed ${await newest("orders")}`]);
});

test("a cancelled service has an event, but its withdrawn orders do not", async () => {
  expect(await eventsDuring(() => owner.cancelService(2101, "immediately"))).toEqual(["service.cancelled 2101"]);
});

test("a domain has events thirty and seven days before it expires; a service's renewal has no order event", async () => {
  await sql.run("UPDATE domains SET status = 'cancelled' WHERE account_id = 1003");
  const placed = await valueIn(other.orderDomain("free-expiring.com"));
  await valueIn(other.payInvoice(placed));
  await sql.run("UPDATE domains SET auto_renew = 0 WHERE name = 'free-expiring.com'");
  await pass(334 * DAY_MS);
  const told = await eventsDuring(async () => {
    for (let day = 0; day < 29; day++) await pass(DAY_MS);
  }, other);
  expect(told.filter((event) => event.startsWith("domain."))).toEqual(
    Array(2).fill("domain.expiring free-expiring.com"),
  );
  expect(await sql.value("SELECT count(*) FROM orders WHERE kind = 'renew_service' AND account_id = 1003")).not.toBe(0);
  expect(told.filter((event) => event.startsWith("order."))).toEqual([]);
});

test("a refused action has no event", async () => {
  const ids = () => sql.value<number>("SELECT max(id) FROM events");
  const before = await ids();
  await owner.orderDomain("free-too-dear.com", { expectedPrice: 1 });
  expect(await ids()).toBe(before);
});

test("events are deleted after thirty days", async () => {
  await valueIn(owner.orderDomain("free-kept.com"));
  const kept = () => sql.value<number>("SELECT count(*) FROM events WHERE subject = ?", newestInvoice);
  const newestInvoice = await newest("invoices");
  await pass(EVENTS_KEPT_MS - DAY_MS);
  expect(await kept()).not.toBe(0);
  await pass(2 * DAY_MS);
  expect(await kept()).toBe(0);
});
