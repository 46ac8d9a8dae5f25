import { linkTo } from "../../../../shared/pages/visit.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { SIGN_OUT_PATH } from "../page-addresses.ts";
import type { AssistantsScene } from "./assistants-scene.ts";
import { listTexts } from "./list-texts.ts";

/** Who is signed in, and the way out; for the header. */
export function SignedInPerson({ scene }: { scene: AssistantsScene }) {
  const { visit, signedIn, formToken } = scene;
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
