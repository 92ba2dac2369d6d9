import { setTimeout as sleep } from 'node:timers/promises'
import type { ContractDocument } from '../checker/document.ts'
import { type Arguments, type Command, CommandError, UsageError } from '../command-line.ts'
import { rightsFlags, rightsHelp, rightsOf, rightsUsage, rightsValues } from '../read/reference-rights.ts'
import { wholeDocument } from '../read/whole-document.ts'
import { type ConformOptions, type ConformReport, conform, isMediaContract, Unreachable } from './conform.ts'
import { conformToAny } from './general/conform.ts'
import { reportText } from './report.ts'
import { reasonOf } from './response-text.ts'

const patience = { pollSeconds: 2, finishSecondsMax: 600 }

/** Exit code 0 if the backend meets the contract, 1 after a violation, 2 if nothing could be checked. */
export const command: Command = {
  usage: `URL --contract FILE [--key KEY] [--read-only] [--json] ${rightsUsage} [--seed N] [--requests N] [--no-generations]`,
  help: `  URL               where the backend is, such as http://127.0.0.1:3000
  --contract FILE   an OpenAPI document
  --key KEY         a credential for every operation that demands one, of an account made for this
  --read-only       sends no valid request but those of GET and HEAD
  --json            prints the report as one JSON document
${rightsHelp}

Sends requests that break the contract and must be rejected, and one that meets it for each operation, from its
examples or schemas: also POST, PUT, PATCH and DELETE, unless --read-only is given.

Of the media service's own contract it follows uploads and generations too, and needs --key:

  --seed N          the seed of an earlier run, which every run prints
  --requests N      requests of the fuzz, 200 by default
  --no-generations  starts no generation: nothing is spent, and their ways are not followed; also by --read-only

Starts one generation of each product at its lowest price, and one that it cancels; says before what they
cost. Every other generation that it asks for breaks the contract and must be rejected: a backend that accepts
one breaks it, and may charge for it. Makes a few uploads. Backends limit generations to 60 a minute: it
waits for Retry-After, so that a whole run takes about three minutes.`,
  values: ['contract', 'key', 'seed', 'requests', ...rightsValues],
  flags: ['no-generations', 'read-only', 'json', ...rightsFlags],
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
  const document = await wholeDocument(contract, rightsOf(given))
  if (isMediaContract(document)) {
    if (apiKey === undefined)
      throw new UsageError('--key must be an API key: operations of this contract demand one')
    const options = mediaOptions(given, { document, baseUrl, apiKey })
    return { report: await conform(options), seed: options.seed }
  }
  const ofMedia = [...values.keys(), ...flags].find((name) =>
    ['seed', 'requests', 'no-generations'].includes(name),
  )
  if (ofMedia !== undefined) throw new UsageError(`--${ofMedia} is for the contract of the media service`)
  await greet(baseUrl)
  return { report: await conformToAny({ document, baseUrl, apiKey, readOnly: flags.has('read-only') }) }
}

async function greet(baseUrl: string): Promise<void> {
  try {
    const response = await fetch(baseUrl, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    await response.body?.cancel()
  } catch (error) {
    throw new Unreachable(`nothing responds at ${baseUrl}: ${reasonOf(error)}`)
  }
}

function mediaOptions(
  { values, flags }: Arguments,
  backend: { document: ContractDocument; baseUrl: string; apiKey: string },
): ConformOptions {
  const isJson = flags.has('json')
  return {
    ...backend,
    seed: wholeNumber(values.get('seed'), 'seed') ?? Math.floor(Math.random() * 2 ** 31),
    requests: wholeNumber(values.get('requests'), 'requests') ?? 200,
    withGenerations: !flags.has('no-generations') && !flags.has('read-only'),
    patience,
    wait: async (seconds) => {
      if (seconds > patience.pollSeconds)
        process.stderr.write(`mediagen: waits ${seconds} s, as Retry-After says\n`)
      await sleep(seconds * 1000)
    },
    say: (line) => void (isJson ? process.stderr : process.stdout).write(`${line}\n\n`),
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
