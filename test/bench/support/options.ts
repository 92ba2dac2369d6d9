/**
 * `--quick` asks for a look at whether everything runs: small numbers, short rounds, and nothing written to
 * the README, for such figures mean little.
 */
export const isQuick = process.argv.includes('--quick')

/** The size that the command line gives by `--NAME N`; undefined where it gives none. */
export function givenSize(name: string): number | undefined {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : Number(process.argv[at + 1])
}

/** The measured size, or the one for a quick look. */
export function sized(full: number, quick: number): number {
  return isQuick ? quick : full
}
