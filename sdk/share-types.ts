// node sdk/share-types.ts: the last step of the build. The declarations of ESM refer to those of CommonJS,
// because a second copy of them would be an eighth of the installed package.
import { copyFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'

const dist = new URL('dist/', import.meta.url)
for (const entry of ['index', 'proxy/index', 'react/index', 'testing/index']) {
  await writeFile(new URL(`${entry}.d.ts`, dist), `export * from './${basename(entry)}.cjs'\n`)
}
// Handlers are of a class of msw, which is another one for CommonJS than for ESM.
await copyFile(new URL('testing/msw.d.cts', dist), new URL('testing/msw.d.ts', dist))
