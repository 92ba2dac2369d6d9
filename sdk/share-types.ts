// node sdk/share-types.ts: the last step of the build. The declarations of ESM refer to those of CommonJS, because
// a second copy of them would be an eighth of the installed package. The compiler's four spaces for each level and
// documentation that no editor shows would be a twentieth of it.
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'

const dist = new URL('dist/', import.meta.url)

/** Types of the contract that only other types refer to: an editor shows what is said where they are used. */
const hidden = /^interface paths \{$[\s\S]*?^\}$|^\t(?:responses|parameters|headers): \{$[\s\S]*?^\t\};$/gm

function shorten(declarations: string): string {
  return declarations
    .replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
    .replace(hidden, (types) => types.replace(/^\t+\/\*\*[\s\S]*?\*\/\n/gm, ''))
}

for (const path of await readdir(dist, { recursive: true })) {
  if (!path.endsWith('.d.cts')) continue
  const file = new URL(path, dist)
  await writeFile(file, shorten(await readFile(file, 'utf8')))
}
for (const entry of ['index', 'proxy/index', 'react/index', 'testing/index']) {
  await writeFile(new URL(`${entry}.d.ts`, dist), `export * from './${basename(entry)}.cjs'\n`)
}
// Handlers are of a class of msw, which is another one for CommonJS than for ESM.
await copyFile(new URL('testing/msw.d.cts', dist), new URL('testing/msw.d.ts', dist))
