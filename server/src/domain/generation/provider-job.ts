/** A provider's own handle of a job: opaque to the core and stored as JSON, so that any process can go on after a crash. */
export type ProviderJob = { readonly [key: string]: string | number | boolean | null }
