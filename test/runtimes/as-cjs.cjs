// node as-cjs.cjs URL PATH: the exercise with the SDK required. Errors of this copy are known to the one that
// is imported.
const sdk = require('@mediagen/sdk')

async function main() {
  const [url, path] = process.argv.slice(2)
  const { exercise } = await import('./exercise.mjs')
  const report = await exercise(sdk, { url, path })
  const imported = await import('./imported.mjs')
  const error = await new sdk.Mediagen({ apiKey: 'any', baseUrl: url }).tasks
    .get('nothing')
    .catch((reason) => reason)
  const isKnown = error instanceof imported.NotFoundError && imported.NotFoundError !== sdk.NotFoundError
  console.log(JSON.stringify({ ...report, isKnownToTheOtherCopy: isKnown }))
}

main()
