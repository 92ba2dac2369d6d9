import { setTimeout as sleep } from 'node:timers/promises'
import { type Arguments, type Command, CommandError, UsageError } from '../command-line.ts'
import { rightsFlags, rightsHelp, rightsOf, rightsUsage, rightsValues } from '../read/reference-rights.ts'
import { wholeDocument } from '../read/whole-document.ts'
import { type ConformReport, conform } from './conform.ts'
import { reportText } from './report.ts'
import { reasonOf } from './response-text.ts'
import { loadScenario, type Scenario } from './scenario.ts'
import { Unreachable } from './session.ts'

const quietSeconds = 2

/** Exit code 0 if the backend meets the contract, 1 after a violation, 2 if nothing could be checked. */
export const command: Command = {
  usage: `URL --contract FILE [--key KEY] [--read-only] [--scenario FILE] [--requests N] [--seed N] [--json] ${rightsUsage}`,
  help: `  URL               where the backend is, such as http://127.0.0.1:3000
  --contract FILE   an OpenAPI document
  --key KEY         a credential for every operation that demands one, of an account made for this
  --read-only       sends no valid request but those of GET and HEAD
  --scenario FILE   a module that exports what the document does not say as \`scenario\`: the codes of errors, flows
                    of several requests, operations that cost something
  --requests N      requests of a fuzz from the schemas, none by default
  --seed N          the seed of an earlier fuzz, which every run prints
  --json            prints the report as one JSON document
${rightsHelp}

Sends requests that break the contract and must be rejected, and one that meets it for each operation, from its
examples or schemas: also POST, PUT, PATCH and DELETE, unless --read-only is given. Waits where a response of 429 says
how long.`,
  values: ['contract', 'key', 'scenario', 'seed', 'requests', ...rightsValues],
  flags: ['read-only', 'json', ...rightsFlags],
  wordsMax: 1,
  run: async (given) => {
    const { report, seed } = await checked(given).catch((error: unknown) => {
      throw error instanceof Unreachable ? new CommandError(error.message) : error
    })
    const isJson = given.flags.has('json')
    const text = isJson ? `${JSON.stringify({ ...report, seed }, null, 2)}\n` : reportText(report, { seed })
    process.stdout.write(text)
    return report.breaches.length === 0 ? 0 : 1
  },
}

async function checked(given: Arguments): Promise<{ report: ConformReport; seed?: number | undefined }> {
  const { words, values, flags } = given
  const [baseUrl] = words
  const apiKey = values.get('key')
  if (baseUrl === undefined || !/^https?:$/.test(protocolOf(baseUrl)))
    throw new UsageError('name the address of a backend, http:// or https://')
  if (apiKey !== undefined && !/^[!-~]+$/.test(apiKey))
    throw new UsageError('--key must consist of visible characters')
  const contract = values.get('contract')
  if (contract === undefined) throw new UsageError('--contract must name an OpenAPI document')
  const requests = wholeNumber(values.get('requests'), 'requests') ?? 0
  const seed = wholeNumber(values.get('seed'), 'seed') ?? Math.floor(Math.random() * 2 ** 31)
  const file = values.get('scenario')
  const scenario: Scenario = file === undefined ? {} : await loadScenario(file)
  const document = await wholeDocument(contract, rightsOf(given))
  await greet(baseUrl)
  const isJson = flags.has('json')
  const report = await conform({
    document,
    baseUrl,
    apiKey,
    scenario,
    readOnly: flags.has('read-only'),
    seed,
    requests,
    wait: async (seconds) => {
      if (seconds > quietSeconds) process.stderr.write(`mediagen: waits ${seconds} s, as Retry-After says\n`)
      await sleep(seconds * 1000)
    },
    say: (line) => void (isJson ? process.stderr : process.stdout).write(`${line}\n\n`),
  })
  return { report, ...(requests > 0 && { seed }) }
}

async function greet(baseUrl: string): Promise<void> {
  try {
    const response = await fetch(baseUrl, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    await response.body?.cancel()
  } catch (error) {
    throw new Unreachable(`nothing responds at ${baseUrl}: ${reasonOf(error)}`)
  }
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ''
}

function wholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number`)
  return Number(text)
}
