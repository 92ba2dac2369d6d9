/**
 * Lets this process go on when its output cannot be written. A reader such as `head` may close it early, which
 * is no failure; a command whose result is lost in another way, as on a full disk, says so and ends with 1.
 */
export function surviveLostOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    process.stderr.write(`The output cannot be written: ${error.message}\n`)
    process.exitCode = 1
  })
  // There is nowhere left to report it.
  process.stderr.on('error', () => undefined)
}
