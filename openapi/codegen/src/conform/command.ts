import { setTimeout as sleep } from 'node:timers/promises'
import { type Arguments, type Command, CommandError, UsageError } from '../command-line.ts'
import { wholeDocument } from '../read/whole-document.ts'
import { type ConformOptions, conform, Unreachable } from './conform.ts'
import { reportText } from './report.ts'

const patience = { pollSeconds: 2, finishSecondsMax: 600 }

/** Exit code 0 if the backend meets the contract, 1 after a violation, 2 if nothing could be checked. */
export const command: Command = {
  usage: 'URL --contract FILE --key KEY [--seed N] [--requests N] [--no-generations]',
  help: `  URL               where the backend serves /api/v1, such as http://127.0.0.1:3000
  --contract FILE   the contract of the media service, as an OpenAPI document
  --key KEY         an API key of an account made for this, with some balance
  --seed N          the seed of an earlier run, which every run prints
  --requests N      requests of the fuzz, 200 by default
  --no-generations  starts no generation: nothing is spent, and their ways are not followed

Starts one generation of each product at its lowest price, and one that it cancels; says before what they
cost. Every other generation that it asks for breaks the contract and must be rejected: a backend that accepts
one breaks it, and may charge for it. Makes a few uploads. Backends limit generations to 60 a minute: it
waits for Retry-After, so that a whole run takes about three minutes.`,
  values: ['contract', 'key', 'seed', 'requests'],
  flags: ['no-generations'],
  wordsMax: 1,
  run: async (given) => {
    const options = await optionsOf(given)
    const report = await conform(options).catch((error: unknown) => {
      throw error instanceof Unreachable ? new CommandError(error.message) : error
    })
    process.stdout.write(reportText(report, options))
    return report.breaches.length === 0 ? 0 : 1
  },
}

async function optionsOf({ words, values, flags }: Arguments): Promise<ConformOptions> {
  const [baseUrl] = words
  const apiKey = values.get('key')
  if (baseUrl === undefined || !/^https?:$/.test(protocolOf(baseUrl)))
    throw new UsageError('name the address of a backend, http:// or https://')
  if (apiKey === undefined || !/^[!-~]+$/.test(apiKey))
    throw new UsageError('--key must be an API key of visible characters')
  const seed = wholeNumber(values.get('seed'), 'seed') ?? Math.floor(Math.random() * 2 ** 31)
  const requests = wholeNumber(values.get('requests'), 'requests') ?? 200
  const contract = values.get('contract')
  if (contract === undefined) throw new UsageError('--contract must name an OpenAPI document')
  return {
    document: await wholeDocument(contract),
    baseUrl,
    apiKey,
    seed,
    requests,
    withGenerations: !flags.has('no-generations'),
    patience,
    wait: async (seconds) => {
      if (seconds > patience.pollSeconds)
        process.stderr.write(`mediagen: waits ${seconds} s, as Retry-After says\n`)
      await sleep(seconds * 1000)
    },
    say: (line) => void process.stdout.write(`${line}\n\n`),
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
