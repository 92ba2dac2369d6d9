/** What the options of engines and of gates have in common. */

/**
 * A dotted path into parsed JSON, or several, of which the first with a value is used; `*` stands for every
 * element.
 */
export type Pointer = string | readonly string[]

/** One request as a template: strings may contain placeholders. */
export interface RequestTemplate {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly multipart?: Readonly<Record<string, unknown>>
}

/** How the key is sent. */
export type Auth = 'bearer' | 'key' | 'none' | { readonly header: string; readonly prefix: string }
