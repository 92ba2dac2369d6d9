/**
 * A provider's own job id: opaque to the service and stored as JSON, so that any process can resume after a
 * crash.
 */
export type ProviderJob = { readonly [key: string]: string | number | boolean | null }
