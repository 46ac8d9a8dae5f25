import { linkTo } from "../../../../shared/pages/visit.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { SIGN_OUT_PATH } from "../page-addresses.ts";
import { listTexts } from "./list-texts.ts";
import type { AssistantsPageContext } from "./page-context.ts";

/** Who is signed in, and the way out; for the header. */
export function SignedInPerson({ context }: { context: AssistantsPageContext }) {
  const { visit, signedIn, formToken } = context;
  return (
    <>
      <span>
        <bdi translate="no">{signedIn.email}</bdi>
      </span>
      <form method="post" action={linkTo(visit, SIGN_OUT_PATH)}>
        <HiddenFields token={formToken} pending={null} />
        <button class="quiet" type="submit">
          {listTexts[visit.language].signOut}
        </button>
      </form>
    </>
  );
}
