/**
 * npm run conform -- URL --key KEY: whether a running backend meets the contract. Exit code 0 if it does, 1
 * after a violation, 2 if nothing could be checked.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { readArguments } from '../set-up/arguments.mjs'
import { HelpRequest, SetUpError } from '../set-up/project.mjs'
import { type ConformOptions, conform, Unreachable } from './conform.ts'
import { reportText } from './report.ts'

const usage = 'npm run conform -- URL --key KEY [--seed N] [--requests N] [--no-generations]'
const help = `  URL               where the backend serves /api/v1, such as http://127.0.0.1:3000
  --key KEY         an API key of an account made for this, with some balance
  --seed N          the seed of an earlier run, which every run prints
  --requests N      requests of the fuzz, 200 by default
  --no-generations  starts no generation: nothing is spent, and their ways are not followed

Starts one generation of each product at its lowest price, and one that it cancels; says before what they
cost. Every other generation that it asks for breaks the contract and must be refused: a backend that accepts
one is told of it, and may charge for it. Makes a few uploads. Backends limit generations to 60 a minute: it
waits where it is told to, so that a whole run takes about three minutes.`

const patience = { pollSeconds: 2, finishSecondsMax: 600 }

try {
  process.exitCode = await main()
} catch (error) {
  if (error instanceof HelpRequest) process.stdout.write(`${error.message}\n`)
  else if (error instanceof SetUpError || error instanceof Unreachable) {
    process.stderr.write(`mediagen: ${error.message}\n`)
    process.exitCode = 2
  } else throw error
}

async function main(): Promise<number> {
  const options = readOptions()
  const report = await conform(options)
  process.stdout.write(reportText(report, options))
  return report.breaches.length === 0 ? 0 : 1
}

function readOptions(): ConformOptions {
  const { words, values, flags } = readArguments({
    usage,
    help,
    values: ['key', 'seed', 'requests'],
    flags: ['no-generations'],
    wordsMax: 1,
  })
  const [baseUrl] = words
  const apiKey = values.get('key')
  if (baseUrl === undefined || !/^https?:$/.test(protocolOf(baseUrl)))
    throw new SetUpError(`name the address of a backend, http:// or https://; usage: ${usage}`)
  if (apiKey === undefined || !/^[!-~]+$/.test(apiKey))
    throw new SetUpError(`--key must be an API key of visible characters; usage: ${usage}`)
  const seed = wholeNumber(values.get('seed'), 'seed') ?? Math.floor(Math.random() * 2 ** 31)
  return {
    baseUrl,
    apiKey,
    seed,
    requests: wholeNumber(values.get('requests'), 'requests') ?? 200,
    withGenerations: !flags.has('no-generations'),
    patience,
    wait: async (seconds) => {
      if (seconds > patience.pollSeconds)
        process.stderr.write(`mediagen: waits ${seconds} s, as it was told to\n`)
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
  if (!/^\d{1,9}$/.test(text)) throw new SetUpError(`--${name} must be a whole number; usage: ${usage}`)
  return Number(text)
}
