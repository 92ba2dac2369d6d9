/** A file that is not given to a decoder. The message is a sentence for a log and a task's error. */
export class UnusableImageError extends Error {
  override readonly name = 'UnusableImageError'
}
