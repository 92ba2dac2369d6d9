// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.
/** An operation of a tag that this backend was given no implementation of. */
export class NotImplementedError extends Error {
  constructor(tag: string) {
    super(`This backend does not implement the operations tagged ${tag}.`)
    this.name = 'NotImplementedError'
  }
}
