// Copied by `npm run generate` from the runtime or a module of the config file. Do not edit: change that instead.
/** An operation of a tag that this backend was given no implementation of. */
export class NotImplementedError extends Error {
  constructor(tag: string) {
    super(`This backend does not implement the operations tagged ${tag}.`)
    this.name = 'NotImplementedError'
  }
}
