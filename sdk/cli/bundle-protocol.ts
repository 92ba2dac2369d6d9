// node sdk/cli/bundle-protocol.ts: the last step of the build. Bundles the parts of the Model Context
// Protocol's SDK that `mediagen mcp` uses into one file, with their licences: as dependencies, the SDK and
// its web frameworks would be a hundred times the size of the command line.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))
const modulesFolder = fileURLToPath(new URL('../../node_modules', import.meta.url))

const { metafile } = await build({
  entryPoints: [join(folder, 'src', 'mcp', 'protocol.ts')],
  outfile: join(folder, 'dist', 'protocol.js'),
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

const notices = await Promise.all(listed.map(noticeOf))
await writeFile(
  join(folder, 'dist', 'THIRD-PARTY-NOTICES.txt'),
  `This package contains code of the following packages.\n\n${notices.join('\n')}`,
)

function packageOf(path: string): string[] {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return name === undefined ? [] : [name]
}

async function noticeOf(name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(modulesFolder, name, 'package.json'), 'utf8'))
  const files = await readdir(join(modulesFolder, name))
  const file = files.find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one))
  if (file === undefined) throw new Error(`${name} has no file with its licence`)
  return `${name} ${version}\n\n${await readFile(join(modulesFolder, name, file), 'utf8')}`
}
