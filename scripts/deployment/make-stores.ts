import { type Installation, keepInstallation } from "./installation.ts";
import { idIn, LIST_CALLS, makeCall, type Store, withStore } from "./stores.ts";
import type { WranglerCalls } from "./wrangler.ts";

/** Makes the stores that are not known, and keeps the id of each as soon as it is there. */
export async function makeStores(
  installation: Installation,
  missing: readonly Store[],
  made: { wrangler: WranglerCalls; installations: string; isCi: boolean; domain: string; jurisdiction: string },
): Promise<Installation> {
  const { wrangler, installations } = made;
  if (missing.length === 0 && installation.stored === null) return installation;
  if (missing.length > 0 && made.isCi) {
    throw new Error(
      `${missing[0]?.name} is not in installations/${installation.name}.json. The first deployment makes the stores and keeps their ids there: run it at a terminal, and commit the file.`,
    );
  }
  const before = installation.stored ?? { databases: {}, namespaces: {}, jurisdiction: made.jurisdiction };
  let current: Installation = { name: installation.name, stored: { ...before, domain: made.domain } };
  for (const store of missing) {
    const call = makeCall(store, made.jurisdiction);
    console.log(`\nwrangler ${call.join(" ")}`);
    try {
      await wrangler.run(call);
    } catch (cause) {
      throw new Error(
        `${store.name} was not made. Where there is one of that name already, and it is this installation's, put its id into installations/${installation.name}.json, under ${store.kind}.`,
        { cause },
      );
    }
    const id = idIn(wrangler.ask(LIST_CALLS[store.kind]), store);
    current = { ...current, stored: withStore(current.stored as NonNullable<Installation["stored"]>, store, id) };
    keepInstallation(current, installations);
  }
  if (JSON.stringify(current) !== JSON.stringify(installation)) {
    keepInstallation(current, installations);
    console.log(`Written into installations/${installation.name}.json: commit it.`);
  }
  return current;
}
