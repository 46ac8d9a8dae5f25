import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { areaLayoutTexts } from "../../../shared/pages/area-layout.tsx";
import { signInTexts } from "../../../shared/pages/sign-in/sign-in-forms.tsx";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { approvalTexts } from "../../../workers/account/pages/approval/approval-texts.ts";
import { askTexts } from "../../../workers/account/pages/components/ask-fields.tsx";
import { listTexts } from "../../../workers/account/pages/connected-assistants/list-texts.ts";
import { consentTexts } from "../../../workers/account/pages/consent/consent-page.tsx";
import { scopeTexts } from "../../../workers/account/pages/scope-texts.ts";
import { accountSignInTexts } from "../../../workers/account/pages/sign-in/sign-in.tsx";
import { areaTexts } from "../../../workers/billing/client-area/area-texts.ts";
import { cartTexts } from "../../../workers/billing/client-area/cart/cart-texts.ts";
import { accountTexts } from "../../../workers/billing/client-area/pages/account/account.tsx";
import { secondStepTexts } from "../../../workers/billing/client-area/pages/account/second-step.tsx";
import { domainTexts } from "../../../workers/billing/client-area/pages/domains/domain-texts.ts";
import { invoiceTexts } from "../../../workers/billing/client-area/pages/invoices/invoice-texts.ts";
import { serviceTexts } from "../../../workers/billing/client-area/pages/services/service-texts.ts";
import { newPasswordTexts } from "../../../workers/billing/client-area/visitors/new-password.tsx";
import { signUpTexts } from "../../../workers/billing/client-area/visitors/sign-up.tsx";
import { visitorTexts } from "../../../workers/billing/client-area/visitors/step-fields.tsx";
import { domainTexts as searchTexts } from "../../../workers/site/pages/domain-texts.ts";
import { useApplicationPage } from "../../support/application-page.ts";
import { useWorld } from "../../support/world.ts";
import { useBrowser } from "../pages/open-browser.ts";
import { Customer } from "./customer.ts";

const world = useWorld();
const browser = useBrowser();
const application = useApplicationPage();

const CODE = /\b\d{8}\b/;

/** The customer's tasks on the pages, each with the expected number of clicks and filled fields. */
const WALKS: Record<string, { clicks: number; fields: number; walk: (customer: Customer) => Promise<void> }> = {
  "a stranger finds a domain, opens an account, and pays for the domain and a plan": {
    clicks: 8,
    fields: 11,
    async walk(customer) {
      const { language, main, email, domain, password } = customer;
      const [cart, search] = [cartTexts[language], searchTexts[language]];
      await customer.open("/?currency=CAD");
      await customer.fill({ "asked-name": domain });
      await customer.go("button", search.send, main);
      await customer.tick("Web Start");
      await customer.go("button", search.goOn, main);
      await customer.fill({ email });
      await customer.go("button", visitorTexts[language].sendCode);
      await customer.fill({ code: await customer.mailed(CODE) });
      await customer.go("button", visitorTexts[language].goOn);
      await customer.fill({ password, "first-name": "Nina", "last-name": "Roy", street: "12 Main Street" });
      await customer.fill({ city: "Toronto", province: "Ontario", "postal-code": "M5V 1A1", phone: "+1 416 555 0199" });
      await customer.go("button", signUpTexts[language].open);
      await customer.tick(cart.accept);
      await customer.go("button", cart.payNow(""), main);
      await customer.expectNotice(invoiceTexts[language].paidNow);
    },
  },

  "orders another domain, and signs in on the way": {
    clicks: 6,
    fields: 3,
    async walk(customer) {
      const { language, main } = customer;
      const [cart, search] = [cartTexts[language], searchTexts[language]];
      await customer.leave();
      await customer.open("/?currency=CAD");
      await customer.fill({ "asked-name": `free-six-${language}.com` });
      await customer.go("button", search.send, main);
      await customer.go("button", search.goOn, main);
      await customer.go("link", cart.visitor.signIn, main);
      await customer.signIn();
      await customer.tick(cart.accept);
      await customer.go("button", cart.payNow(""), main);
      await customer.expectNotice(invoiceTexts[language].paidNow);
    },
  },

  "renews a domain": {
    clicks: 4,
    fields: 0,
    async walk(customer) {
      const { language, domain } = customer;
      const { renew, statuses, steps } = domainTexts[language];
      await customer.open("/client-area");
      await customer.tab(areaTexts[language].domains);
      await customer.page.getByRole("row").filter({ hasText: domain }).getByText(statuses.active).waitFor();
      await customer.go("link", `${renew} ${domain}`);
      await customer.go("button", steps.renew.order);
      await customer.pay();
    },
  },

  "changes a plan": {
    clicks: 6,
    fields: 0,
    async walk(customer) {
      const { language, main } = customer;
      const { change } = serviceTexts[language];
      await customer.open("/client-area");
      await customer.tab(areaTexts[language].services);
      await customer.go("link", "Web Start", main);
      await customer.tick("Web Plus");
      await customer.go("button", change.review);
      await customer.go("button", change.confirm);
      await customer.pay();
    },
  },

  "signs in to transfer a domain away": {
    clicks: 4,
    fields: 2,
    async walk(customer) {
      const { language } = customer;
      const { choose, prepare, prepared } = domainTexts[language].steps.transfer;
      // This domain is older than 60 days, which a transfer requires.
      const domain = { en: "ana.dev", fr: "studio-ana.ca" }[language];
      await customer.leave();
      await customer.open("/client-area/domains");
      await customer.signIn({ email: "owner@maple.example", password: "maple-owner" });
      await customer.go("link", new RegExp(`^${domain}`));
      await customer.go("link", choose);
      await customer.go("button", prepare);
      await customer.expectHeading(prepared(domain));
    },
  },

  "connects an assistant": {
    clicks: 5,
    fields: 2,
    async walk(customer) {
      const { language, host } = customer;
      const texts = consentTexts[language];
      host.redirectUrl = application.callback;
      host.clientMetadata.redirect_uris = [application.callback];
      await expect(customer.assistant.open()).rejects.toThrow();
      const { sentTo } = host;
      await customer.leave();
      await customer.open(`${sentTo?.pathname}${sentTo?.search}`);
      await customer.signIn();
      await customer.tick(scopeTexts[language].kinds["domains:write"].label);
      await customer.unfold(texts.limits);
      await customer.tick(askTexts[language].kinds.domains);
      await customer.go("button", texts.allow);
      await customer.expectHeading("Back");
      await customer.assistant.finish(new URL(customer.page.url()));
    },
  },

  "approves the assistant's action from an e-mail": {
    clicks: 3,
    fields: 2,
    async walk(customer) {
      const { language, domain } = customer;
      const { approve, isItDone, states } = approvalTexts[language];
      const assistant = await customer.assistant.open();
      const unlock = () => assistant.callTool("set_domain_lock", { domain, locked: false });
      expect(await unlock()).toMatchObject({ isError: true });
      await customer.leave();
      await customer.openAddress(await customer.mailed(/http\S+\/approvals\/\S+/));
      await customer.signIn();
      await customer.go("button", approve);
      await customer.expectNotice(states.APPROVED("").now);
      expect(await unlock()).toMatchObject({ structuredContent: { locked: false } });
      await customer.go("link", isItDone);
      await customer.expectNotice(states.DONE("").now);
      await assistant.close();
    },
  },

  "restricts the assistant's permissions, and disconnects it": {
    clicks: 5,
    fields: 0,
    async walk(customer) {
      const { language } = customer;
      const { edit, narrow, disconnect, notices } = listTexts[language];
      const { client_name: name } = customer.host.clientMetadata;
      const card = customer.page.locator("form.connection");
      await customer.open("/client-area");
      await customer.tab(areaTexts[language].assistants);
      await customer.unfold(edit, card);
      await customer.tick(scopeTexts[language].kinds["domains:write"].label, card);
      await customer.go("button", narrow.save, card);
      await customer.expectNotice(notices.narrowed(name));
      await customer.go("button", `${disconnect} ${name}`);
      await customer.expectNotice(notices.ended(name));
      await expect(customer.assistant.open()).rejects.toThrow();
    },
  },

  "replaces a forgotten password": {
    clicks: 5,
    fields: 5,
    async walk(customer) {
      const { language, email } = customer;
      customer.password = "another long password";
      await customer.leave();
      await customer.open("/client-area");
      await customer.go("link", accountSignInTexts[language].newPassword);
      await customer.fill({ email });
      await customer.go("button", visitorTexts[language].sendCode);
      await customer.fill({ code: await customer.mailed(CODE) });
      await customer.go("button", visitorTexts[language].goOn);
      await customer.fill({ password: customer.password });
      await customer.go("button", newPasswordTexts[language].save);
      await customer.signIn();
      await customer.expectHeading(areaTexts[language].overview);
    },
  },

  "turns on the second step, and signs in with it and with a recovery code": {
    clicks: 10,
    fields: 8,
    async walk(customer) {
      const { language, main } = customer;
      const [account, texts, signIn] = [accountTexts[language], secondStepTexts[language], signInTexts[language]];
      await customer.open("/client-area");
      await customer.tab(areaTexts[language].account);
      await customer.go("link", account.turnOnSecondStep);
      const secret = Secret.fromBase32(await customer.page.locator("[name=secret]").inputValue());
      /** Returns the code that is `steps` codes after the current one. The server also accepts the next code. */
      const code = (steps: number) => TOTP.generate({ secret, timestamp: Date.now() + steps * 30_000 });
      await customer.fill({ code: code(0), "present-password": customer.password });
      await customer.go("button", texts.turnOn);
      const recoveryCode = await main.getByRole("listitem").first().innerText();
      await customer.go("link", texts.keptThem);
      for (const entered of [code(1), recoveryCode]) {
        await customer.go("button", areaLayoutTexts[language].signOut);
        await customer.signIn();
        await customer.fill({ code: entered });
        await customer.go("button", signIn.codeSend);
        await customer.expectHeading(areaTexts[language].overview);
      }
    },
  },

  "cancels a service": {
    clicks: 5,
    fields: 0,
    async walk(customer) {
      const { language, main } = customer;
      const { cancel } = serviceTexts[language];
      await customer.open("/client-area");
      await customer.tab(areaTexts[language].services);
      await customer.go("link", "Web Plus", main);
      await customer.tick(cancel.times.immediately);
      await customer.go("button", cancel.review);
      await customer.go("button", cancel.confirm.immediately);
      await customer.expectNotice(cancel.done);
    },
  },
};

describe.each(LANGUAGES)("a customer without scripts, in %s", (language) => {
  let customer: Customer;

  test.each(Object.entries(WALKS))("%s", async (_, { walk, ...counted }) => {
    customer ??= await Customer.start(world, browser, language, language === "fr");
    await walk(customer);
    expect(customer.counted).toEqual(counted);
  });
});
