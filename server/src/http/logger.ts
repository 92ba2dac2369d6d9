/** What the edge needs of a logger; pino's fits. Fields first, then a fixed sentence. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
