/** Failures in a row after which an engine fails: a single one may be a matter of the network. */
export const failuresInARowMin = 2
