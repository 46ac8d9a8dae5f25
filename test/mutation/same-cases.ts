import fc from "fast-check";

/** Luck must not decide whether tests find a mutant. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_123 });
