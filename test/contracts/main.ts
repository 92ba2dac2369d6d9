/** The command of `npm run contracts`: see README.md beside this file. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readArguments } from '../../scripts/set-up/arguments.mjs'
import { runCommand } from '../../scripts/set-up/prepare.mjs'
import { projectRoot, SetUpError } from '../../scripts/set-up/project.mjs'
import { contracts } from './contracts.ts'
import { fetchContract } from './fetch-contract.ts'
import { type Outcome, tryContract } from './try-contract.ts'

const out = join(projectRoot, 'out', 'contracts')

await runCommand(async () => {
  const { values, words } = readArguments({
    usage: 'npm run contracts -- [NAME…] [--cache DIR] [--typescript 5|7]',
    help: `  NAME          some of ${contracts.map(({ name }) => name).join(', ')}
  --cache       where contracts are kept that were fetched before: out/contracts/fetched
  --typescript  the compiler, 7 by default`,
    values: ['cache', 'typescript'],
    wordsMax: contracts.length,
  })
  const chosen = contracts.filter(({ name }) => words.length === 0 || words.includes(name))
  if (chosen.length < words.length) throw new SetUpError(`a contract of ${words.join(', ')} is not known`)
  const cache = values.get('cache') ?? join(out, 'fetched')
  const compiler = values.get('typescript') === '5' ? 'typescript' : 'typescript-7'
  const tools = {
    codegen: join(projectRoot, 'openapi/codegen/src/main.ts'),
    tsc: join(projectRoot, 'node_modules', compiler, 'bin/tsc'),
    out,
  }
  await mkdir(out, { recursive: true })
  console.log(
    rowOf([
      'contract',
      'of',
      'KB',
      'operations',
      'findings',
      'check',
      'left out',
      'generate',
      'validators',
      'compile',
      'examples',
    ]),
  )
  console.log(rowOf(Array.from({ length: 11 }, () => '---')))
  const outcomes: Outcome[] = []
  for (const contract of chosen) {
    const outcome = await tryContract(contract.name, await fetchContract(contract, cache), tools)
    outcomes.push(outcome)
    await writeFile(join(out, contract.name, 'outcome.json'), JSON.stringify(outcome, null, 2))
    console.log(rowOf(cellsOf(outcome)))
  }
  for (const { name, reason } of outcomes) if (reason !== undefined) console.log(`\n${name}: ${reason}`)
  return outcomes.every(({ reason }) => reason === undefined) ? 0 : 1
})

function cellsOf({
  name,
  documentBytes,
  version,
  operations,
  check,
  generate,
  compile,
  serve,
}: Outcome): string[] {
  return [
    name,
    version,
    String(Math.round(documentBytes / 1000)),
    String(operations),
    check.findings === 0 ? '0' : `${check.findings} of ${check.causes} causes`,
    costOf(check),
    generate === undefined ? '' : String(generate.leftOut),
    generate === undefined ? 'no' : costOf(generate),
    generate === undefined ? '' : `${(generate.validatorBytes / 1e6).toFixed(1)} MB`,
    compile === undefined ? '' : compile.ok ? costOf(compile) : 'no',
    serve === undefined ? '' : `${serve.reached} of ${serve.sent}`,
  ]
}

function costOf({ cpuSeconds, megabytes }: { cpuSeconds: number; megabytes: number }): string {
  return `${cpuSeconds} s, ${megabytes} MB`
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
