import type { Terminal } from './terminal.js'

/** How the user invokes this program; npx announces itself in the environment. */
export function programName({ env }: Pick<Terminal, 'env'>): string {
  return env.npm_command === 'exec' ? 'npx mediagen' : 'mediagen'
}

/** Formats a command of this program for a shell. */
export function commandLine(terminal: Pick<Terminal, 'env'>, words: readonly string[]): string {
  return [programName(terminal), ...words.map(quote)].join(' ')
}

/** A word as a shell reads it back. */
export function quote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  return `'${word.replaceAll("'", `'\\''`)}'`
}
