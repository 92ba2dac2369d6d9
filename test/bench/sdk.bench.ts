// What SDKs do when things go as they should not, and what they weigh: ours beside six of the field, each
// against a stand-in of the service that it is made for. Run it with `npm run bench -- sdk`.
import { installRivals } from './rivals/import-rival.ts'
import { batch } from './sdk/batch.ts'
import { type Behaviour, behaviours, type Measured } from './sdk/behaviours.ts'
import { fal } from './sdk/fal.ts'
import { luma } from './sdk/luma.ts'
import { mediagen } from './sdk/mediagen.ts'
import { memoryBehaviours } from './sdk/memory.ts'
import { openai } from './sdk/openai.ts'
import { measureBundle, measureImports, measureInstalled, versionOf } from './sdk/packages.ts'
import { replicate } from './sdk/replicate.ts'
import { runway } from './sdk/runway.ts'
import type { SdkUnderTest } from './sdk/sdk-under-test.ts'
import { stripe } from './sdk/stripe.ts'
import { uploadBehaviours } from './sdk/uploads.ts'
import { createReport } from './support/report.ts'

const sdks: readonly SdkUnderTest[] = [mediagen, replicate, fal, openai, runway, luma, stripe]

await installRivals()
const report = createReport(
  'sdk',
  sdks.map((sdk) => `${sdk.name} ${versionOf(sdk)}`),
)

/** Ours is the first. */
function addRow(
  { what, promised }: Pick<Behaviour, 'what' | 'promised'>,
  measured: readonly (Measured | undefined)[],
): void {
  report.add({
    what,
    measured: measured.map((one) => one?.text ?? '–'),
    ...(promised !== undefined && { promised: { text: promised, isMet: measured[0]?.isMet === true } }),
  })
}

addRow(
  { what: 'installed (packages)', promised: 'at most 1.2 MB' },
  await Promise.all(sdks.map(measureInstalled)),
)
addRow({ what: 'import in a new process', promised: 'under 10 ms' }, await measureImports(sdks))
addRow(
  { what: 'bundled for a browser: import and construct, minified / zipped' },
  await Promise.all(sdks.map(measureBundle)),
)
// All SDKs at one time: most of it is waiting.
for (const behaviour of [...behaviours, ...uploadBehaviours, batch])
  addRow(behaviour, await Promise.all(sdks.map((sdk) => behaviour.measure(sdk))))
for (const behaviour of memoryBehaviours) {
  const measured: (Measured | undefined)[] = []
  for (const sdk of sdks) measured.push(await behaviour.measure(sdk))
  addRow(behaviour, measured)
}
report.write([])
