import { EMPTY_SESSION, type SessionPort } from "../../../../durable-objects/session/session-port.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";
import { Sessions } from "../../../../shared/pages/sign-in/sessions.ts";
import { Signer } from "../../../../shared/platform/service-key.ts";
import { decideApproval, showApproval } from "../../../../workers/account/pages/approval/show-approval.tsx";
import type { CustomerPageRequest } from "../../../../workers/account/pages/page-request.ts";
import { sampleDescription } from "../../../support/sample-description.ts";
import { type AssistantsPages, HOST } from "./assistants-pages.ts";

/** The approval pages as a browser with a session sees them. */
export class Browser {
  readonly #pages: AssistantsPages;
  readonly #signedIn: SignedIn | null;
  readonly #changes: Partial<CustomerPageRequest>;
  /** The accounts that the pages have selected in the session. */
  readonly selected: number[] = [];

  /** @param signedIn the signed-in login; `null` if nobody is signed in */
  constructor(pages: AssistantsPages, signedIn: SignedIn | null, changes: Partial<CustomerPageRequest> = {}) {
    this.#pages = pages;
    this.#signedIn = signedIn;
    this.#changes = changes;
  }

  async open(path: string, language = "en"): Promise<Response> {
    return showApproval(await this.#requestOf(path, language));
  }

  async decide(path: string, ...decisions: string[]): Promise<Response> {
    const to = await this.#requestOf(path, "en");
    if (!to.session) throw new Error("a form without a session");
    const form = new URLSearchParams(decisions.map((decision) => ["decision", decision]));
    return decideApproval({ ...to, session: to.session, form });
  }

  async #requestOf(path: string, language: string): Promise<CustomerPageRequest> {
    const never = () => Promise.reject(new Error("not asked by these pages"));
    // Only the session methods that these pages use.
    const port: Partial<SessionPort> = {
      read: async () => ({ ...EMPTY_SESSION, signedIn: this.#signedIn }),
      selectAccount: async (accountId) => void this.selected.push(accountId),
    };
    const signer = new Signer(async () => ({ original: new Uint8Array(32).buffer }));
    const sessions = new Sessions({ name: "session", path: "/" }, signer, () => port as SessionPort, {
      add: async () => true,
    });
    return {
      ...this.#pages.contextAt(path, language),
      ...{ request: new Request(HOST + path), sessions, session: await sessions.start() },
      describe: async () => ({ ok: true, value: sampleDescription() }),
      ...{ hasZones: true, areZonesConnected: async () => true },
      ...{ limit: { count: never }, readAuthorization: never, connect: never },
      ...this.#changes,
    };
  }
}
