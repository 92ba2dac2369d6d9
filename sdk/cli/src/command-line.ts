import type { Terminal } from './terminal.js'

/** What this program is called by whoever runs it: npx says so in the environment. */
export function programName({ env }: Pick<Terminal, 'env'>): string {
  return env.npm_command === 'exec' ? 'npx mediagen' : 'mediagen'
}

/** Writes a command of this program as a person types it into a shell. */
export function commandLine(terminal: Pick<Terminal, 'env'>, words: readonly string[]): string {
  return [programName(terminal), ...words.map(quote)].join(' ')
}

function quote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  return `'${word.replaceAll("'", `'\\''`)}'`
}
