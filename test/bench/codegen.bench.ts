// How long the generator takes for contracts of any size, how long the compiler takes for what it makes, and
// the memory of both. Run it with `npm run bench -- codegen`.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { formatNumber } from './support/figures.ts'
import { largeContract } from './support/large-contract.ts'
import { isQuick } from './support/options.ts'
import { createReport } from './support/report.ts'

const repository = resolve(import.meta.dirname, '../..')
const generator = join(repository, 'openapi/codegen/src/main.ts')
const compiler = join(repository, 'node_modules/typescript/bin/tsc')
const sizes = isQuick ? [10] : [10, 100, 1200]
const outputBytesMax = 16 * 1024 ** 2

/** Writes the most memory that a process had, in KiB, when it ends. */
const peakWriter =
  "data:text/javascript,import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(process.env.PEAK_FILE,String(process.resourceUsage().maxRSS)))"

const settings = {
  compilerOptions: {
    noEmit: true,
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    allowJs: true,
    skipLibCheck: true,
    types: ['node'],
  },
  include: ['made'],
}

/** Runs a program of Node's; its time, and the memory of its own process. */
async function measure(folder: string, program: string, words: readonly string[]) {
  const peakFile = join(folder, 'peak')
  const startedMs = performance.now()
  await promisify(execFile)(process.execPath, ['--import', peakWriter, program, ...words], {
    cwd: folder,
    env: { ...process.env, PEAK_FILE: peakFile },
    maxBuffer: outputBytesMax,
  })
  const seconds = (performance.now() - startedMs) / 1000
  const megabytes = Number(await readFile(peakFile, 'utf8')) / 1024
  return `${seconds.toFixed(1)} s, ${formatNumber(megabytes)} MB`
}

const report = createReport('codegen', ['Generate', 'Compile'])
const cache = join(repository, 'node_modules', '.cache')
await mkdir(cache, { recursive: true })
for (const size of sizes) {
  // Inside node_modules: TypeScript finds the packages from there.
  const folder = await mkdtemp(join(cache, 'codegen-'))
  try {
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(largeContract(size)))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const generated = await measure(folder, generator, [
      'generate',
      '--contract',
      'openapi.json',
      '--out',
      'made',
    ])
    const compiled = await measure(folder, compiler, ['-p', '.'])
    report.add({ what: `${size.toLocaleString('en')} operations`, measured: [generated, compiled] })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
report.write([`TypeScript ${ts.version}`])
