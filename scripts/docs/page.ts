/** A generated page, as Markdown. */
export interface Page {
  /** Its path within the site, with the extension `.md`. */
  readonly path: string
  readonly text: string
}
