import fc from "fast-check";

/** The seed is fixed, so that chance does not decide whether tests find a mutant. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_123 });
