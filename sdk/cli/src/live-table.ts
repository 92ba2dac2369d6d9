import type { Terminal } from './terminal.js'

/** Lines of a terminal that are drawn again in place. */
export interface LiveTable {
  /**
   * Draws lines without control characters over those before. Lines beyond the height of the terminal are left
   * out, from the top.
   */
  draw(lines: readonly string[]): void
}

/** The height of a terminal that does not say its own. */
const rowsDefault = 24

/** Draws below what is on the terminal; the last drawing stays there. */
export function createLiveTable(stdout: Terminal['stdout']): LiveTable {
  let height = 0
  return {
    draw(lines) {
      // The line of the cursor is below the table: one more would scroll, and the cursor could not get back.
      const shown = lines.slice(-Math.max(1, (stdout.rows ?? rowsDefault) - 1))
      const up = height === 0 ? '' : `\u001b[${height}A\u001b[J`
      stdout.write(`${up}${shown.map((line) => `${line}\n`).join('')}`)
      height = shown.length
    },
  }
}
