import { parseDomainName } from "../../../../../shared/domain-names/parse-domain.ts";
import { typeset } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { failed, notFound, stopAt } from "../../answers.tsx";
import { areaLink, DOMAINS_PATH } from "../../area-paths.ts";
import { asks, type ClientAreaForm } from "../../area-request.ts";
import { OFF, ON, SAVED, SWITCHES, type Switch } from "./domain-settings.tsx";
import { showDomain } from "./domains.tsx";
import { nameserverTexts } from "./nameserver-texts.ts";

/** `POST /client-area/domains/<name>/lock`: locks or unlocks the name by the rules of the API. */
export function setLock(own: ClientAreaForm, name: string): Promise<Response> {
  return set(own, name, "lock");
}

/** `POST /client-area/domains/<name>/auto-renew`: switches auto-renewal by the rules of the API. */
export function setAutoRenewal(own: ClientAreaForm, name: string): Promise<Response> {
  return set(own, name, "autoRenew");
}

async function set(own: ClientAreaForm, name: string, which: Switch): Promise<Response> {
  const parsed = parseDomainName(name);
  if ("refused" in parsed) return notFound(own);
  const sent = own.form.get(SWITCHES[which]);
  if (sent !== ON && sent !== OFF) return stopAt(own, "unreadableForm");
  const isOn = sent === ON;
  const domain = parsed.ascii;
  const query = asks(own, "domains", "managedomains");
  const done =
    which === "lock"
      ? await own.engine.setDomainLock(query, { domain, locked: isOn })
      : await own.engine.setDomainAutoRenew(query, { domain, autoRenew: isOn });
  if (done.ok) return seeOther(areaLink(own.visit, `${DOMAINS_PATH}/${domain}`, { [SAVED]: SWITCHES[which] }));
  const { problem } = done;
  const { language } = own.visit;
  const again = (text: string, status: number) => showDomain(own, name, { [which]: [{ field: null, text }] }, status);
  switch (problem.code) {
    case "billing_unavailable":
    case "access_lost":
    case "permission_denied":
    case "not_found":
      return failed(own, { ok: false, problem });
    case "server_unavailable":
      return again(nameserverTexts[language].later, 503);
    default:
      return again("reason" in problem ? typeset(problem.reason, language) : nameserverTexts[language].later, 422);
  }
}
