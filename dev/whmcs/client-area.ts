import type { Installation } from "./actions/action.ts";
import { escaped, type HttpAnswer, page, redirect } from "./http-answer.ts";
import { balanceOf, payInvoice, totalOf } from "./provisioning/invoicing.ts";
import { storedCard } from "./seed.ts";
import { currencyOf, nextId, type WhmcsInvoice, type WhmcsUser } from "./state.ts";
import { formatted } from "./wire-values.ts";

export const PAY_METHODS_PATH = "/index.php?rp=/account/paymentmethods";

/** Pages of a customer who is signed in: an invoice with its payment, and stored pay methods. */
export class ClientArea {
  readonly #installation: Installation;

  constructor(installation: Installation) {
    this.#installation = installation;
  }

  /** Paying is a request of its own: a look at an invoice changes nothing. */
  invoice(user: WhmcsUser, id: number, pays: boolean): HttpAnswer {
    const { state } = this.#installation;
    const invoice = state.invoices.find((row) => row.id === id);
    if (!invoice || !this.#manages(user, invoice.clientId)) return page(404, "Oops!", "<p>Invoice not found.</p>");
    const address = `/viewinvoice.php?id=${id}`;
    if (!pays) return page(200, `Invoice #${invoice.number || id}`, this.#invoiceContent(invoice, address));
    const isPaid = payInvoice(this.#installation, id);
    return redirect(`${address}&${isPaid ? "paymentsuccess" : "paymentfailed"}=true`);
  }

  #invoiceContent(invoice: WhmcsInvoice, address: string): string {
    const { state } = this.#installation;
    const currency = currencyOf(state, invoice.clientId);
    const money = (amount: number) => escaped(currency ? formatted(amount, currency) : String(amount));
    const rows = (invoice.items ?? []).map(
      ({ description, amount }) => `<tr><td>${escaped(description)}</td><td>${money(amount)}</td></tr>`,
    );
    const balance = balanceOf(invoice);
    const isPayable = invoice.status === "Unpaid" && balance > 0;
    const button = `<form method="post" action="${address}"><button type="submit">Pay Now</button></form>`;
    return `<p role="status">${escaped(invoice.status)}</p><table>${rows.join("")}</table>
      <p>Total ${money(totalOf(invoice))}</p><p>Balance ${money(balance)}</p>${isPayable ? button : ""}`;
  }

  /** @param change null: they are looked at */
  payMethods(user: WhmcsUser, change: URLSearchParams | null): HttpAnswer {
    const { state } = this.#installation;
    const own = state.memberships.filter(({ userId, isOwner }) => userId === user.id && isOwner);
    const clientIds = own.map(({ clientId }) => clientId);
    if (!change) {
      const items = clientIds.map((id) => this.#payMethodsOf(id));
      return page(200, "Payment Methods", items.join(""));
    }
    const clientId = Number(change.get("client"));
    if (!clientIds.includes(clientId)) return page(404, "Oops!", "<p>Account not found.</p>");
    state.payMethods = state.payMethods.filter((method) => method.clientId !== clientId);
    if (change.get("card") === "add") state.payMethods.push(storedCard(nextId(state, "payMethods"), clientId));
    return redirect(PAY_METHODS_PATH);
  }

  #payMethodsOf(clientId: number): string {
    const { payMethods, clients } = this.#installation.state;
    const stored = payMethods.filter((method) => method.clientId === clientId);
    const list = stored.map(({ description, lastFour }) => `<li>${escaped(description)} ${escaped(lastFour)}</li>`);
    const [card, label] = stored.length > 0 ? ["remove", "Delete"] : ["add", "Add New Credit Card"];
    return `<section><h2>${escaped(clients.find(({ id }) => id === clientId)?.company ?? "")}</h2><ul>${list.join("")}</ul>
      <form method="post" action="${escaped(PAY_METHODS_PATH)}"><input type="hidden" name="client" value="${clientId}">
      <button type="submit" name="card" value="${card}">${label}</button></form></section>`;
  }

  #manages({ id }: WhmcsUser, clientId: number): boolean {
    return this.#installation.state.memberships.some((row) => row.userId === id && row.clientId === clientId);
  }
}
