/**
 * A wait that ends early when something has happened; what happens between two waits ends the next one at
 * once.
 */
export class Wakeable {
  #woken = false
  #resolve: (() => void) | undefined

  wake(): void {
    this.#woken = true
    this.#resolve?.()
  }

  async wait(msMax: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, msMax)
        this.#resolve = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#resolve = undefined
    }
    this.#woken = false
  }
}
