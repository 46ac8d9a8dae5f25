import type { Permission } from "../../../../shared/billing-customer.ts";
import { CHANGE_SCOPES, type ChangeScope } from "../../../../shared/connections/scopes.ts";
import type { Language } from "../../../../shared/language.ts";
import { consentTexts } from "./consent-texts.ts";

type Narrowing = "orders" | "managedomains" | "products" | "domains";

/** What stands in the way of a kind of change, when the login lacks a permission. */
export function narrowingOf(scope: ChangeScope, permissions: readonly Permission[]): Narrowing[] {
  const lacks = (permission: Permission) => !permissions.includes(permission);
  switch (scope) {
    case "billing:write":
      if (lacks("orders")) return ["orders"];
      return (["products", "domains"] as const).filter(lacks);
    case "domains:write":
      return lacks("managedomains") || lacks("domains") ? ["managedomains"] : [];
  }
}

/** Whether a login can give a kind of change at all. */
export function isGrantable(scope: ChangeScope, permissions: readonly Permission[]): boolean {
  return !narrowingOf(scope, permissions).some((lack) => lack === "orders" || lack === "managedomains");
}

interface ChangeTicksProps {
  language: Language;
  /** What the application asked for: said, never ticked. */
  asked: readonly string[];
  /** What was ticked before the form came back. */
  ticked: readonly string[];
  permissions: readonly Permission[];
}

/** One box for each kind of change, with what follows from ticking it. */
export function ChangeTicks({ language, asked, ticked, permissions }: ChangeTicksProps) {
  const texts = consentTexts[language];
  return (
    <fieldset>
      <legend>{texts.changes}</legend>
      {CHANGE_SCOPES.map((scope) => {
        const { label, consequence } = texts.change[scope];
        const id = scope.replace(":", "-");
        const isPossible = isGrantable(scope, permissions);
        return (
          <div class={isPossible ? "tick" : "tick off"}>
            <input
              type="checkbox"
              id={id}
              name="scope"
              value={scope}
              disabled={!isPossible}
              checked={isPossible && ticked.includes(scope)}
              aria-describedby={`${id}-consequence`}
            />
            <label class="strong" for={id}>
              {label}
            </label>
            <div class="consequence stack tight" id={`${id}-consequence`}>
              <p>{consequence}</p>
              {asked.includes(scope) && <p class="strong">{texts.asked}</p>}
              {narrowingOf(scope, permissions).map((lack) => (
                <p class="warning">{texts.narrowed[lack]}</p>
              ))}
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
