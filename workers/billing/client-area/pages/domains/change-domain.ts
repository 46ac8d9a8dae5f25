import type { WriteRefused } from "../../../../../shared/billing-contract/result.ts";
import { parseDomainName } from "../../../../../shared/domain-names/parse-domain.ts";
import type { FormError } from "../../../../../shared/pages/error-summary.tsx";
import { typeset } from "../../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../../shared/pages/page-response.ts";
import { type AreaAction, act, type ExplainedProblem, explained, isExplained, stopFor } from "../../actions/act.ts";
import { CONFIRM_BUTTON, CONFIRMED, showConfirmation } from "../../actions/confirmation.tsx";
import { notFound, statusOf, stopAt } from "../../answers.tsx";
import { areaLink, type ClientAreaForm, PATHS } from "../../area-request.ts";
import { NAMESERVERS, OFF, ON, SAVED, SWITCHES, type Switch } from "./domain-forms.tsx";
import { domainTexts } from "./domain-texts.ts";
import { type SentForm, showDomain } from "./domains.tsx";

/**
 * The maximum length of the list in the form. It exceeds the longest valid list, which is 13 names of 253 characters. A
 * longer list is truncated.
 */
const MAX_LIST = 4_096;

/**
 * Handles `POST /client-area/domains/<name>`. It shows a confirmation, then sets the nameservers with the same command
 * as the API.
 */
export function setNameservers(request: ClientAreaForm, name: string): Promise<Response> {
  const text = request.form.get(NAMESERVERS)?.slice(0, MAX_LIST) ?? "";
  const nameservers = text.split(/[\s,]+/).filter((line) => line !== "");
  return changeSetting(request, name, {
    saved: NAMESERVERS,
    confirm: { label: domainTexts[request.visit.language].nameservers.save, fields: [[NAMESERVERS, text]] },
    action: (domain) => ({ operation: "setDomainNameservers", input: { domain, nameservers } }),
    mistakes: (refused) => nameserverErrors(request, refused, nameservers),
    sentForm: (errors) => ({
      nameservers: { text: nameservers.join("\n"), errors: errors.map((error) => ({ ...error, field: NAMESERVERS })) },
    }),
  });
}

/** Handles `POST /client-area/domains/<name>/lock`. It locks or unlocks the domain with the same command as the API. */
export function setLock(request: ClientAreaForm, name: string): Promise<Response> {
  return setSwitch(request, name, "lock");
}

/**
 * Handles `POST /client-area/domains/<name>/auto-renew`. It turns automatic renewal on or off with the same command as
 * the API.
 */
export function setAutoRenewal(request: ClientAreaForm, name: string): Promise<Response> {
  return setSwitch(request, name, "autoRenew");
}

async function setSwitch(request: ClientAreaForm, name: string, which: Switch): Promise<Response> {
  const sent = request.form.get(SWITCHES[which]);
  if (sent !== ON && sent !== OFF) return stopAt(request, "unreadableForm");
  return changeSetting(request, name, {
    saved: SWITCHES[which],
    action: (domain) => switchAction(which, domain, sent === ON),
    sentForm: (errors) => ({ [which]: errors }),
  });
}

/** Returns the action that a switch on a domain's page performs. */
export function switchAction(which: Switch, domain: string, isOn: boolean): AreaAction {
  return which === "lock"
    ? { operation: "setDomainLock", input: { domain, locked: isOn } }
    : { operation: "setDomainAutoRenew", input: { domain, auto_renew: isOn } };
}

interface SettingFormChange {
  /** The value of {@link SAVED} that names the setting. */
  saved: string;
  action: (domain: string) => AreaAction;
  /**
   * The confirmation that the change requires: the label of the button and the fields of the form. Absent if no
   * confirmation is needed.
   */
  confirm?: { label: string; fields: [string, string][] };
  /** Returns the errors in the entered values. */
  mistakes?: (refused: InvalidInput) => string[];
  /** Returns the submitted form with its errors. */
  sentForm: (errors: FormError[]) => SentForm;
}

type InvalidInput = Extract<WriteRefused, { code: "invalid_body" }>["refused"];

async function changeSetting(
  request: ClientAreaForm,
  name: string,
  { saved, action, confirm, mistakes, sentForm }: SettingFormChange,
): Promise<Response> {
  const parsed = parseDomainName(name);
  if ("refused" in parsed) return notFound(request);
  const path = `${PATHS.domains}/${parsed.ascii}`;
  const refused = (problem: ExplainedProblem) => {
    if (problem.code === "invalid_body" && mistakes) {
      const errors = mistakes(problem.refused).map((text) => ({ field: null, text }));
      return showDomain(request, name, sentForm(errors), statusOf(problem));
    }
    const { errors, status } = explained(request, problem);
    return showDomain(request, name, sentForm(errors), status);
  };
  if (confirm && !request.form.has(CONFIRMED)) {
    const { label, fields } = confirm;
    const page = { path, label, back: { label: parsed.unicode, path }, button: CONFIRM_BUTTON };
    return showConfirmation(request, { ...page, action: action(parsed.ascii), form: { fields, refused } });
  }
  const done = await act(request, action(parsed.ascii));
  if (done.ok) return seeOther(areaLink(request.visit, path, { [SAVED]: saved }));
  return isExplained(done.problem) ? refused(done.problem) : stopFor(request, done.problem);
}

function nameserverErrors({ visit }: ClientAreaForm, refused: InvalidInput, nameservers: string[]): string[] {
  const texts = domainTexts[visit.language].nameservers;
  return refused.map(({ pointer, message }) => {
    const position = /^\/nameservers\/(\d+)$/.exec(pointer)?.[1];
    const mistake = typeset(message, visit.language).replace(/\.$/, "");
    return position === undefined
      ? texts.list
      : texts.line(Number(position) + 1, nameservers[Number(position)] ?? "", mistake);
  });
}
