/** A wait that an event ends early; an event between two waits ends the next one immediately. */
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
