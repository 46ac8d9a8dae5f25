import { TOKEN_FIELD } from "../../../../shared/sessions/own-form.ts";
import type { AreaSession } from "../area-sessions.ts";

/** What every form of the area carries. */
export function FormToken({ own }: { own: { session: AreaSession } }) {
  return <input type="hidden" name={TOKEN_FIELD} value={own.session.formToken} />;
}
