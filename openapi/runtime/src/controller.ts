/** The base class of generated controllers, with the methods that routes of tsoa call. */
export class Controller {
  #status: number | undefined
  readonly #headers: Record<string, string> = {}

  setStatus(status: number): void {
    this.#status = status
  }

  getStatus(): number | undefined {
    return this.#status
  }

  setHeader(name: string, value: string): void {
    this.#headers[name] = value
  }

  getHeaders(): Readonly<Record<string, string>> {
    return this.#headers
  }
}

/** What a controller's method gets of a request that has passed every check. */
export interface CheckedRequest<Input, Context> {
  readonly input: Input
  readonly context: Context
}
