/** What an error says; of anything else that was thrown, its text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** The code by which Node and the operating system name an error, such as ENOENT; undefined for any other. */
export function errorCodeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
}
