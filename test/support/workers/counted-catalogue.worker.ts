import "../counting/count-bindings.ts";
import catalogue, * as classes from "../../../workers/catalogue/catalogue.worker.ts";
import { countedEntrypoint, countedHandler, countedObject } from "../counting/count-classes.ts";

export const AddressWindow = countedObject("AddressWindow", classes.AddressWindow);
export const DailyKey = countedObject("DailyKey", classes.DailyKey);
export const Registry = countedObject("Registry", classes.Registry);
export const RegistryHealth = countedObject("RegistryHealth", classes.RegistryHealth);
export const CatalogueOperator = countedEntrypoint("CatalogueOperator", classes.CatalogueOperator);
export const CatalogueService = countedEntrypoint("CatalogueService", classes.CatalogueService);

/** The catalogue Worker, wrapped to count its usage. */
export default { ...catalogue, fetch: countedHandler("catalogue", catalogue.fetch) };
