/** A fair lock for one thread: waiters acquire it in order of arrival. */
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
