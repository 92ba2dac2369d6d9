// What the SDK takes: room when it is installed, time to import, and memory for many or large files, each in a
// process of its own. Run it with `npm run bench -- sdk`.
import { execFile } from 'node:child_process'
import { mkdtempDisposable, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { npm } from '../support/install-locked.ts'
import { formatNumber, median } from './support/figures.ts'
import { sized } from './support/options.ts'
import { atMost, createReport, under } from './support/report.ts'
import { startSdkService } from './support/sdk-service.ts'

const imports = sized(15, 1)
const runs = sized(3, 1)
const resultBytes = 200 * 1024 * 1024
const root = fileURLToPath(new URL('../..', import.meta.url))
const program = fileURLToPath(new URL('./support/sdk-memory.mjs', import.meta.url))

const report = createReport('sdk')

/** As files: ours as npm would publish it, and the packages that it depends on. */
async function measureInstalled(): Promise<void> {
  const [packed] = JSON.parse(
    await npm(join(root, 'sdk'), ['pack', '--dry-run', '--json', '--loglevel=error']),
  )
  const folders = await dependenciesOf('sdk')
  const sizes = await Promise.all(folders.map((folder) => bytesIn(join(root, folder))))
  const megabytes = sizes.reduce((sum, bytes) => sum + bytes, packed.unpackedSize) / 1e6
  report.add({
    what: 'installed, with its dependencies',
    measured: `${formatNumber(megabytes)} MB in ${1 + folders.length} packages`,
    promised: atMost(megabytes, 1.2, ' MB'),
  })
}

/** The folders of those that a package depends on, by its own word and theirs. */
async function dependenciesOf(folder: string): Promise<string[]> {
  const { dependencies = {} } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))
  const found = Object.keys(dependencies).map((name) => join('node_modules', name))
  return [...found, ...(await Promise.all(found.map(dependenciesOf))).flat()]
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

async function measureImport(): Promise<void> {
  const importing = `const startedAt = performance.now()
    await import('@mediagen/sdk')
    process.stdout.write(String(performance.now() - startedAt))`
  const args = ['--input-type=module', '--eval', importing]
  const times: number[] = []
  // The first one reads the files into the memory of the system.
  await run(args)
  for (let turn = 0; turn < imports; turn += 1) times.push(Number(await run(args)))
  report.add({
    what: 'import in a new process',
    measured: `${formatNumber(median(times))} ms`,
    promised: under(median(times), 10, ' ms'),
  })
}

async function measureMemory(what: string, task: string, mbMax: number): Promise<void> {
  await using service = await startSdkService(resultBytes)
  const measured: number[] = []
  for (let turn = 0; turn < runs; turn += 1) {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'mediagen-bench-memory-'))
    measured.push(Number(await run([program, service.url, task, folder.path])))
  }
  report.add({
    what: `${what}: memory at its highest`,
    measured: `${formatNumber(median(measured))} MB`,
    promised: atMost(median(measured), mbMax, ' MB'),
  })
}

/** What a process of Node prints, begun where it finds the SDK. */
async function run(args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, args, { cwd: join(root, 'test') })).stdout
}

await measureInstalled()
await measureImport()
await measureMemory('50 files of 8 MB uploaded at once', 'upload', 300)
// Of this, 200 MB are the result.
await measureMemory('a result of 200 MB in memory', 'download', 330)
await measureMemory('a result of 200 MB to a file', 'save', 150)
report.write([])
