/**
 * `--quick` asks for a look at whether everything runs: small numbers, short rounds, and nothing written to
 * the README, for such figures mean little.
 */
export const isQuick = process.argv.includes('--quick')

/** The measured size, or the one for a quick look. */
export function sized(full: number, quick: number): number {
  return isQuick ? quick : full
}
