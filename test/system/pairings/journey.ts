import { strict as assert } from "node:assert";
import { setTimeout as wait } from "node:timers/promises";
import { ACCOUNT_MCP_PATH, API_PATH } from "../../../shared/platform/addresses.ts";
import { ConnectingApplication, type TokenPair } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { payInvoice } from "../../support/pay-invoice.ts";
import { OPERATOR_HOST, type PairingSystem } from "./pairing-system.ts";

const SCOPES = ["billing:write", "domains:write"];
const LOGIN = { email: "owner@maple.example", password: "maple-owner" };
const PAGES = ["/", "/developers", "/llms.txt", "/client-area", "/sign-in", "/connected-assistants"];
const READS = ["", "/services", "/domains", "/invoices", "/tickets", "/audit", "/payment-methods"];
const MCP_HEADERS = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
  "MCP-Protocol-Version": "2025-11-25",
};

/** An order as it was answered, under its key. */
interface Placed {
  domain: string;
  key: string;
  answer: { order_id: number; action_required: { url: string } };
}

/** A customer and their application, who go on from one pairing to the next with what they were given before. */
export class Journey {
  readonly #system: PairingSystem;
  #application: ConnectingApplication | null = null;
  #tokens: TokenPair | null = null;
  readonly #placed: Placed[] = [];
  #count = 0;

  constructor(system: PairingSystem) {
    this.#system = system;
  }

  /** @throws where an answer is not what a client of the released version may expect */
  async walk(): Promise<void> {
    this.#count += 1;
    await this.#seePublicParts();
    await this.#connect();
    await this.#read();
    await this.#order();
    await this.#changeSetting();
    await this.#askServers();
    const mistakes = this.#system.mistakes();
    assert.deepEqual(mistakes, [], "the Workers logged mistakes");
  }

  async #seePublicParts(): Promise<void> {
    for (const page of PAGES) {
      const { status } = await fetch(this.#system.origin + page, { redirect: "follow" });
      assert.ok(status < 500 && status !== 404, `${page}: ${status}`);
    }
    for (const path of ["", "/plans", "/status", "/domains/pricing", "/openapi.json", "/account/openapi.json"])
      await this.#ask(`${path}`, 200);
    const domain = `free-pairing-${this.#count}.com`;
    const { status: availability } = await this.#ask<{ status: string }>(`/domains/availability?domain=${domain}`, 200);
    assert.equal(availability, "available", domain);
    const console_ = await this.#system.runtime.fetch("/", { headers: { "MF-Route-Override": "frontdesk-operator" } });
    assert.ok(console_.status < 500, `${OPERATOR_HOST}: ${console_.status}`);
  }

  /** A new connection by the pages, and the next pair of tokens of the one before, which an object of before made. */
  async #connect(): Promise<void> {
    if (this.#application && this.#tokens) {
      const application = ConnectingApplication.known(this.#system.origin, this.#application.clientId);
      await this.#ask("/account", 200, this.#tokens.access_token);
      this.#tokens = await application.refresh(this.#tokens.refresh_token);
      await this.#ask("/account", 200, this.#tokens.access_token);
    }
    const application = await ConnectingApplication.register(this.#system.origin, `Application ${this.#count}`);
    const visitor = new PageVisitor(this.#system.origin);
    const tokens = await application.tokens({ scopes: SCOPES }, visitor);
    await this.#ask("/account", 200, tokens.access_token);
    this.#application ??= application;
    this.#tokens ??= tokens;
  }

  async #read(): Promise<void> {
    for (const path of READS) await this.#ask(`/account${path}`, 200, this.#token);
    await this.#ask("/account", 401, "fdat_nobody");
  }

  /** Places an order, pays it, and repeats it, the one before and the first under their keys: none is placed twice. */
  async #order(): Promise<void> {
    const domain = `free-order-${this.#count}.com`;
    const key = `pairing-${this.#count}`;
    const answer = await this.#placeOrder(domain, key, 201);
    this.#placed.push({ domain, key, answer });
    for (const one of new Set([...this.#placed.slice(0, 1), ...this.#placed.slice(-2)])) {
      const again = await this.#placeOrder(one.domain, one.key, 201);
      assert.equal(again.order_id, one.answer.order_id, `the order of ${one.domain} under its key`);
    }
    await payInvoice(this.#system.origin, new URL(answer.action_required.url).pathname, LOGIN);
    await this.#system.tick();
    const paid = await this.#ask<{ status: string }>(`/account/orders/${answer.order_id}`, 200, this.#token);
    assert.notEqual(paid.status, "awaiting_payment", `the order of ${domain}`);
  }

  async #changeSetting(): Promise<void> {
    const init = { method: "PUT", body: JSON.stringify({ auto_renew: this.#count % 2 === 0 }) };
    await this.#ask("/account/domains/studio-ana.ca/auto-renew", 200, this.#token, init);
  }

  async #askServers(): Promise<void> {
    const servers: [path: string, tool: string, token: string | null][] = [
      [`${API_PATH}/mcp`, "list_plans", null],
      [ACCOUNT_MCP_PATH, "list_my_services", this.#token],
    ];
    for (const [path, name, token] of servers) {
      for (const [method, params] of [
        ["tools/list", {}],
        ["tools/call", { name, arguments: {} }],
      ] as const) {
        const response = await fetch(this.#system.origin + path, {
          method: "POST",
          headers: { ...MCP_HEADERS, ...(token && { Authorization: `Bearer ${token}` }) },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        });
        const text = await response.text();
        assert.equal(response.status, 200, `${path} ${method}: ${text}`);
        assert.ok(!/"isError":true|"error":/.test(text), `${path} ${method}: ${text.slice(0, 300)}`);
      }
    }
  }

  get #token(): string {
    return this.#tokens?.access_token ?? "";
  }

  #placeOrder(domain: string, key: string, status: number) {
    const body = JSON.stringify({ domain, accept_terms: "2026-09-01" });
    const headers = { "Idempotency-Key": key };
    return this.#ask<Placed["answer"]>("/account/orders/domain", status, this.#token, {
      method: "POST",
      body,
      headers,
    });
  }

  async #ask<Body>(path: string, status: number, token?: string, init: RequestInit = {}): Promise<Body> {
    const response = await fetch(this.#system.origin + API_PATH + path, {
      ...init,
      headers: {
        "Content-Type": "application/json",
        "CF-Connecting-IP": `198.51.100.${this.#count}`,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(init.headers as Record<string, string>),
      },
    });
    const text = await response.text();
    if (response.status === 429) {
      await wait(Number(response.headers.get("Retry-After")) * 1_000);
      return this.#ask(path, status, token, init);
    }
    assert.equal(response.status, status, `${init.method ?? "GET"} ${path}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as Body;
  }
}
