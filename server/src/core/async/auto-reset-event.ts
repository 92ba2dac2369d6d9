/** A wait that an event ends early; an event between two waits ends the next one immediately. */
export class AutoResetEvent {
  #woken = false
  #resolve: (() => void) | undefined

  set(): void {
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
