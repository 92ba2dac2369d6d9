/** A page that is made from code, as Markdown. */
export interface Page {
  /** Its address within the site, with the ending `.md`. */
  readonly path: string
  readonly text: string
}
