/** Thrown where the backend has no implementation: the response is 501. */
export class NotImplementedError extends Error {
  /** @param what as in `getPet` */
  constructor(what: string) {
    super(`This backend does not implement ${what}.`)
    this.name = 'NotImplementedError'
  }
}
