import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExampleRequest, exampleRequests } from './example-requests.ts'

/** What became of a contract. */
export interface Outcome {
  readonly name: string
  readonly documentBytes: number
  readonly version: string
  readonly operations: number
  readonly check: Step & { readonly findings: number; readonly causes: number }
  /** Undefined where nothing can be generated, with everything left out that cannot. */
  readonly generate?: Step & { readonly leftOut: number; readonly validatorBytes: number }
  readonly compile?: Step
  readonly serve?: {
    readonly startMs: number
    readonly reached: number
    readonly sent: number
    readonly refused: readonly string[]
  }
  /** Why it went no further. */
  readonly reason?: string
}

interface Step {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly megabytes: number
  readonly ok: boolean
}

export interface Tools {
  /** The program of the generator. */
  readonly codegen: string
  readonly tsc: string
  readonly out: string
}

/** Checks, generates, compiles and serves a contract, and sends it its own examples. */
export async function tryContract(name: string, document: string, tools: Tools): Promise<Outcome> {
  const folder = join(tools.out, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const checked = await runNode([tools.codegen, 'check', document, '--json'])
  const findings = findingsOf(checked.stdout)
  const errors = findings.filter(({ severity }) => severity === 'error')
  const start = {
    name,
    documentBytes: (await stat(document)).size,
    ...(await facts(document)),
    check: { ...stepOf(checked), findings: errors.length, causes: new Set(errors.map(causeOf)).size },
  }
  const generated = await generate(folder, document, tools, errors.length > 0)
  if (!generated.ok) return { ...start, reason: generated.text.slice(0, 2000) }
  const leftOut = findingsOf(generated.stdout).filter(({ message }) =>
    /^is left out, and answers/.test(message),
  ).length
  const server = join(folder, 'generated', 'server')
  const generatedStep = { ...stepOf(generated), leftOut, validatorBytes: await validatorBytes(server) }
  const compiled = await compile(folder, tools)
  if (!compiled.ok)
    return {
      ...start,
      generate: generatedStep,
      compile: stepOf(compiled),
      reason: compiled.text.slice(0, 2000),
    }
  const contract = JSON.parse(await readFile(join(folder, 'generated/openapi/openapi.json'), 'utf8'))
  return {
    ...start,
    generate: generatedStep,
    compile: stepOf(compiled),
    ...(await serve(folder, exampleRequests(contract))),
  }
}

async function generate(folder: string, document: string, tools: Tools, withSkip: boolean): Promise<Ran> {
  const words = ['generate', '--contract', document, '--out', join(folder, 'generated'), '--json']
  const skip = withSkip ? ['--skip', 'unsupported'] : []
  return runNode([tools.codegen, ...words, ...skip])
}

async function compile(folder: string, { tsc }: Tools): Promise<Ran> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const compilerOptions = {
    rootDir: '.',
    outDir: 'dist',
    target: 'ES2022',
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['generated'] }))
  return runNode([tsc, '--project', folder, '--pretty', 'false'])
}

async function serve(
  folder: string,
  requests: readonly ExampleRequest[],
): Promise<Pick<Outcome, 'serve' | 'reason'>> {
  const [from, to] = [join(folder, 'requests.json'), join(folder, 'outcomes.json')]
  await writeFile(from, JSON.stringify(requests))
  const server = join(folder, 'dist/generated/server/index.js')
  const served = await runNode([join(import.meta.dirname, 'serve.mjs'), server, from, to])
  if (!served.ok) return { reason: served.text.slice(0, 2000) }
  const { startMs, results }: Served = JSON.parse(await readFile(to, 'utf8'))
  const refused = results.filter(({ reached }) => !reached)
  return {
    serve: {
      startMs,
      sent: results.length,
      reached: results.length - refused.length,
      refused: refused.map(({ operation, url, status, text }) => `${operation} (${url}): ${status} ${text}`),
    },
  }
}

interface Served {
  readonly startMs: number
  readonly results: readonly {
    readonly operation: string
    readonly url: string
    readonly status: number
    readonly reached: boolean
    readonly text: string
  }[]
}

async function facts(document: string): Promise<{ version: string; operations: number }> {
  const text = await readFile(document, 'utf8')
  const version = /["']?(?:openapi|swagger)["']?\s*:\s*["']?(\d\.\d)/.exec(text)?.[1] ?? '?'
  const operations = [...text.matchAll(/["']?operationId["']?\s*:/g)].length
  return { version, operations }
}

async function validatorBytes(server: string): Promise<number> {
  let bytes = 0
  for (const folder of [server, join(server, 'generated')]) {
    if (!existsSync(folder)) continue
    for (const name of await readdir(folder))
      if (/validators\.[jt]s$/.test(name)) bytes += (await stat(join(folder, name))).size
  }
  return bytes
}

interface Finding {
  readonly severity: string
  readonly message: string
  readonly cause?: string
}

function findingsOf(stdout: string): readonly Finding[] {
  try {
    return JSON.parse(stdout).findings
  } catch {
    return [{ severity: 'error', message: stdout.slice(0, 500) }]
  }
}

/** Without names and numbers, where the generator does not say what findings have in common. */
function causeOf({ cause, message }: Finding): string {
  return cause ?? message.replaceAll(/["'`]?[\w/{}.-]*[\d_/{}.A-Z-][\w/{}.-]*["'`]?/g, '…')
}

interface Ran extends Step {
  readonly stdout: string
  /** Everything that was printed. */
  readonly text: string
}

function stepOf({ seconds, cpuSeconds, megabytes, ok }: Step): Step {
  return { seconds, cpuSeconds, megabytes, ok }
}

const usageHook = `data:text/javascript,${encodeURIComponent(
  `process.on('exit',()=>{const u=process.resourceUsage();process.stderr.write('\\n@usage '+u.userCPUTime+' '+u.maxRSS+'\\n')})`,
)}`

function runNode(words: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const startedMs = performance.now()
    const child = spawn(process.execPath, ['--import', usageHook, '--max-old-space-size=3072', ...words])
    const out: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    child.once('close', (code) => {
      const stdout = Buffer.concat(out).toString()
      const stderr = Buffer.concat(errors).toString()
      const usage = /@usage (\d+) (\d+)/.exec(stderr)
      resolve({
        ok: code === 0,
        seconds: Math.round((performance.now() - startedMs) / 100) / 10,
        cpuSeconds: Math.round(Number(usage?.[1] ?? 0) / 1e5) / 10,
        megabytes: Math.round(Number(usage?.[2] ?? 0) / 1024),
        stdout,
        text: `${stdout}${stderr.replace(/\n@usage .*\n/, '')}`,
      })
    })
  })
}
