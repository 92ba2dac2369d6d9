/** A fair lock for one thread: waiters get it in the order in which they asked. */
export class Mutex {
  #locked = false
  readonly #waiters: (() => void)[] = []

  async lock(): Promise<void> {
    if (!this.#locked) {
      this.#locked = true
      return
    }
    await new Promise<void>((resolve) => this.#waiters.push(resolve))
  }

  unlock(): void {
    const next = this.#waiters.shift()
    if (next === undefined) this.#locked = false
    else next()
  }
}
