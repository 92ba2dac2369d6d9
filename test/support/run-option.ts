/** What a command passes on to the tests that it runs, by `scripts/test/sized-runs.mjs`. */
const options: Readonly<Record<string, string>> = JSON.parse(process.env.MEDIAGEN_TEST_OPTIONS ?? '{}')

/** An option of the command, as it was written: `runOption('path')` of `npm run simulation -- --path 27:1:0`. */
export function runOption(name: string): string | undefined {
  return options[name]
}

/** One that is a number. */
export function runNumber(name: string, byDefault: number): number {
  return Number(options[name] ?? byDefault)
}
