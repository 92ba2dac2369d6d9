/** What a reader who met an error code needs to know; each entry but the title is Markdown. */
export interface ErrorText {
  /** The heading of the page: what happened, in plain words. */
  readonly title: string
  readonly whatHappened: string
  readonly wasICharged: string
  readonly whatToDo: string
  /** Whether sending the same again can succeed. */
  readonly retry: string
}

/** For an error response: money and retries follow from the contract unless there is more to say. */
export type RequestErrorText = Omit<ErrorText, 'wasICharged' | 'retry'> &
  Partial<Pick<ErrorText, 'wasICharged' | 'retry'>>
