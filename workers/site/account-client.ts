import { API_PATH } from "../../shared/platform/addresses.ts";
import { ApiClient, type Fetched } from "./api-client.ts";
import type { PublishedOpenApi } from "./openapi-document.ts";

/** The part of the account API that needs no credential. */
export class AccountClient {
  readonly #api: ApiClient;

  constructor(service: Pick<Fetcher, "fetch">) {
    this.#api = new ApiClient(service);
  }

  /**
   * The document is in English, whatever the language of the page. Null when the account has no answer.
   * @param origin the one the visitor came to: addresses in the document follow it
   */
  openApi({ origin, requestId }: { origin: string; requestId: string }): Promise<Fetched<PublishedOpenApi> | null> {
    return this.#api.read(new URL(`${API_PATH}/account/openapi.json`, origin), { language: "en", requestId });
  }
}
