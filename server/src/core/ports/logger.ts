/** Writes one structured line, as pino does: fields first, then a constant message. */
interface LogLine {
  (fields: object, message: string): void
  (message: string): void
}

export interface Logger {
  readonly debug: LogLine
  readonly info: LogLine
  readonly warn: LogLine
  readonly error: LogLine
}
