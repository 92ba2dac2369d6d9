// node sdk/cli/bundle-packages.ts: the last step of the build. Bundles what the command line uses of log-update and,
// for `mediagen mcp`, of the Model Context Protocol's SDK, each into one file, and writes their licences. As
// dependencies, the SDK and its web frameworks would be a hundred times the size of the command line, and
// log-update would be 16 packages.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))
const modulesFolder = fileURLToPath(new URL('../../node_modules', import.meta.url))

const { metafile } = await build({
  entryPoints: {
    protocol: join(folder, 'src', 'mcp', 'protocol.ts'),
    'log-update': join(folder, 'src', 'log-update.ts'),
  },
  outdir: join(folder, 'dist'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // Names stay, so that stacks are readable.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 120,
  legalComments: 'none',
  metafile: true,
  // CommonJS packages require Node's modules at run time.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
})
// A package whose code is tree-shaken away entirely needs no licence.
const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
const carried = inputs
  .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  .flatMap(([path]) => packageOf(path))
const found = [...new Set(carried)].sort()
const listed: string[] = JSON.parse(await readFile(join(folder, 'bundled-packages.json'), 'utf8'))
if (found.join() !== listed.join())
  throw new Error(`sdk/cli/bundled-packages.json has to list ${JSON.stringify(found)}`)

// One version of a package may be in several places.
const notices = new Set(await Promise.all(listed.map(noticeOf)))
await writeFile(
  join(folder, 'dist', 'THIRD-PARTY-NOTICES.txt'),
  `This package contains code of the following packages.\n\n${[...notices].join('\n')}`,
)

/** The folder of a file's package below node_modules; it may be in the node_modules of another package. */
function packageOf(path: string): string[] {
  const found = /node_modules\/((?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return found === undefined ? [] : [found]
}

async function noticeOf(path: string): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(modulesFolder, path, 'package.json'), 'utf8'))
  const files = await readdir(join(modulesFolder, path))
  const file = files.find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one))
  if (file === undefined) throw new Error(`${name} has no file with its licence`)
  return `${name} ${version}\n\n${await readFile(join(modulesFolder, path, file), 'utf8')}`
}
