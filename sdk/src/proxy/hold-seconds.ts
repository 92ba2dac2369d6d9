import { heldPollSecondsMax } from '../generated/limits.js'

/** The seconds for which a `Prefer` header asks to hold the response; undefined if it does not. */
export function holdSecondsOf({ headers }: Request): number | undefined {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})/i.exec(headers.get('prefer') ?? '')?.[1]
  return seconds === undefined ? undefined : Math.min(heldPollSecondsMax, Number(seconds))
}
