import type { RegistrarSettings } from "../../../../../shared/billing-contract/actions.ts";
import type { CustomerDomain } from "../../../../../shared/billing-contract/customer.ts";
import { ErrorSummary, type FormError } from "../../../../../shared/pages/error-summary.tsx";
import { isRegistered } from "../../../engine/domains/own-domain.ts";
import { areaLink, DOMAINS_PATH } from "../../area-paths.ts";
import { asks, mayDo, type OwnRequest } from "../../area-request.ts";
import { FormToken } from "../../components/form-token.tsx";
import { domainSettingTexts } from "./domain-texts.ts";

/** The parameter of the address that a form leads to: what was set. */
export const SAVED = "saved";

/** A setting that is on or off, and where its form is sent, behind the address of the name's page. */
export const SWITCHES = { lock: "lock", autoRenew: "auto-renew" } as const;
export type Switch = keyof typeof SWITCHES;

/** What the buttons send. */
export const ON = "on";
export const OFF = "off";

/** Null where the login sets nothing for this name at the registrar; `unknown` where the registrar does not answer. */
export async function readSettings(
  own: OwnRequest,
  domain: CustomerDomain,
): Promise<RegistrarSettings | "unknown" | null> {
  if (!own.hasRegistrar || !isRegistered(domain) || !mayDo(own, "managedomains")) return null;
  const read = await own.engine.readRegistrarSettings(asks(own, "domains"), domain.name);
  return read.ok ? read.value : "unknown";
}

interface SwitchFormProps {
  own: OwnRequest;
  /** A-label form. */
  domain: string;
  name: Switch;
  isOn: boolean;
  errors: FormError[];
}

/** One setting with the button that changes it: what a mail tells of can be set back here. */
export function SwitchForm({ own, domain, name, isOn, errors }: SwitchFormProps) {
  const { visit } = own;
  const texts = domainSettingTexts[visit.language][name];
  const path = SWITCHES[name];
  const isSaved = errors.length === 0 && visit.url.searchParams.get(SAVED) === path;
  return (
    <form
      class="card stack"
      method="post"
      action={areaLink(visit, `${DOMAINS_PATH}/${domain}/${path}`)}
      aria-labelledby={path}
    >
      <FormToken own={own} />
      <h2 id={path}>{texts.title}</h2>
      <ErrorSummary errors={errors} />
      {isSaved && (
        <p class="note" role="status">
          {isOn ? texts.doneOn : texts.doneOff}
        </p>
      )}
      <p>{isOn ? texts.on : texts.off}</p>
      <div class="buttons">
        <button class="button" type="submit" name={path} value={isOn ? OFF : ON}>
          {isOn ? texts.turnOff : texts.turnOn}
        </button>
      </div>
    </form>
  );
}
