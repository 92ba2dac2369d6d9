/** The part of cli-progress that the demo uses; the package has no types. */
declare module 'cli-progress' {
  interface Bar {
    update(value: number, payload: Record<string, string>): void
    stop(): void
  }

  class MultiBar {
    constructor(options: {
      stream: NodeJS.WritableStream
      format: string
      barCompleteChar: string
      barIncompleteChar: string
      barsize: number
      autopadding: boolean
      hideCursor: boolean
    })
    create(total: number, value: number, payload: Record<string, string>): Bar
    stop(): void
  }
}
