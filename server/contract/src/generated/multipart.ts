// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/** No operation takes a form with files. */
export async function parseMultipart(_headers: unknown, _bytes: unknown): Promise<Record<string, unknown>> {
  throw new Error('No operation takes a form with files.')
}
