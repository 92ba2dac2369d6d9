/**
 * A line of the log for a person at a terminal: the time of day, the message and the facts, instead of JSON.
 * Whatever is no line of the log stays as it is.
 */
export function readableLine(line: string): string {
  const { time, severity, msg, pid: _, ...facts } = parse(line) ?? {}
  if (typeof time !== 'number' || typeof severity !== 'string') return line
  const name = severity === 'INFO' ? [] : [severity]
  const shown = Object.entries(facts).map(([key, value]) => `${key}=${valueText(value)}`)
  const words = [new Date(time).toISOString().slice(11, 19), ...name, String(msg ?? ''), ...shown]
  // No text of others makes the terminal do anything.
  return `${words.join(' ').replaceAll(/\p{Cc}+/gu, ' ')}\n`
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** A plain word as it is, and anything else as JSON. */
function valueText(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value)
}
