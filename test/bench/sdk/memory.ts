import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { importRival, rivalsFolder } from '../rivals/import-rival.ts'
import { formatNumber, median } from '../support/figures.ts'
import { sized } from '../support/options.ts'
import { type Behaviour, withStandIn } from './behaviours.ts'
import type { memoryWork } from './memory-work.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'

type Task = keyof typeof memoryWork

interface Esbuild {
  build(options: object): Promise<unknown>
}

const here = fileURLToPath(new URL('.', import.meta.url))
const runs = sized(3, 1)

/** The memory that SDKs take, each in a process of its own, to be measured one after the other. */
export const memoryBehaviours: readonly Behaviour[] = [
  memoryOf('50 files of 8 MB uploaded at once: memory at its highest', 'upload', 300),
  // Of this, 200 MB are the result.
  memoryOf('a result of 200 MB in memory: memory at its highest', 'download', 330),
  memoryOf('a result of 200 MB to a file: memory at its highest', 'save', 150),
]

function memoryOf(what: string, task: Task, mbMax: number): Behaviour {
  return {
    what,
    promised: `at most ${mbMax} MB`,
    measure: (sdk) =>
      withStandIn(sdk, { forgetsBodies: true }, async (client, { url }) => {
        if (client[task] === undefined) return undefined
        const program = await bundleProgram(sdk)
        const measured: number[] = []
        for (let run = 0; run < runs; run += 1) {
          measured.push(await runProgram(program, url, task))
        }
        const mb = median(measured)
        return { text: `${formatNumber(mb)} MB`, isMet: mb <= mbMax }
      }),
  }
}

/**
 * The program as plain JavaScript, where it finds the packages: Node takes 40 MB for reading TypeScript by
 * itself.
 */
async function bundleProgram({ name }: SdkUnderTest): Promise<string> {
  const { build } = await importRival<Esbuild>('esbuild')
  const outfile = join(rivalsFolder, 'node_modules', '.memory', `${name}.mjs`)
  const contents = `import { ${name} } from './${name}.ts'
    import { runMemoryWork } from './memory-work.ts'
    await runMemoryWork(${name})`
  await build({
    ...{ stdin: { contents, resolveDir: here }, outfile, logLevel: 'error' },
    ...{ bundle: true, packages: 'external', format: 'esm', platform: 'node', target: 'node20' },
  })
  return outfile
}

/** The megabytes that a run took at its highest. */
async function runProgram(program: string, url: string, task: Task): Promise<number> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'mediagen-bench-memory-'))
  const { stdout } = await promisify(execFile)(process.execPath, [program, url, task, folder.path])
  return Number(stdout)
}
