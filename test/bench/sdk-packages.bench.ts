// What SDKs weigh, and how they are packed: ours beside six of the field and two providers of Vercel's AI SDK.
// Run it with `npm run bench -- sdk-packages`; it takes two minutes.
import { installRivals } from './rivals/import-rival.ts'
import { aiSdks } from './sdk/ai-sdks.ts'
import type { Measured } from './sdk/behaviours.ts'
import { measureBundle, measureErrorClass } from './sdk/bundles.ts'
import { createComparison } from './sdk/comparison.ts'
import { measureImports, measureInstalled, nodeRangeOf } from './sdk/packages.ts'
import { measureErrorClasses, measurePacked, measurePublint } from './sdk/published.ts'
import type { SdkUnderTest } from './sdk/sdk-under-test.ts'
import { sdks } from './sdk/sdks.ts'

await installRivals()
await compare(sdks, 'sdks', 'at most 1.2 MB')
await compare(aiSdks, 'ai')

async function compare(
  compared: readonly SdkUnderTest[],
  part: string,
  installedMax?: string,
): Promise<void> {
  const { add, measureInTurns, write } = createComparison('sdk-packages', compared, part)
  const packed: { download: Measured; attw: Measured }[] = []
  for (const sdk of compared) packed.push(await measurePacked(sdk))
  add(
    { what: 'to download / unpacked' },
    packed.map(({ download }) => download),
  )
  await measureInTurns({
    what: 'installed (packages)',
    ...(installedMax !== undefined && { promised: installedMax }),
    measure: measureInstalled,
  })
  const imported = { what: 'import in a new process', ...(compared === sdks && { promised: 'under 10 ms' }) }
  add(imported, await measureImports(compared, 'import'))
  add({ what: 'require in a new process' }, await measureImports(compared, 'require'))
  await measureInTurns({
    what: 'bundled for a browser, import and construct: minified / gzip / Brotli',
    measure: measureBundle,
  })
  if (compared === sdks)
    await measureInTurns({ what: 'bundled: one error class alone, gzip', measure: measureErrorClass })
  await measureInTurns({ what: 'publint finds', promised: 'nothing', measure: measurePublint })
  add(
    { what: 'attw finds', promised: 'nothing' },
    packed.map(({ attw }) => attw),
  )
  if (compared === sdks) await measureInTurns({ what: 'classes of errors', measure: measureErrorClasses })
  add({ what: 'Node, by its package.json' }, compared.map(nodeRangeOf))
  write()
}
