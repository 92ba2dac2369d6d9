/** Survivors that change nothing a caller may rely on. */
export interface Harmless {
  /** The end of the path of their file. */
  readonly file: string
  /** What only their line has. */
  readonly code: string
  /** How many mutants of the line survive. */
  readonly survivors: number
  readonly because: string
}

export const harmless: readonly Harmless[] = []
