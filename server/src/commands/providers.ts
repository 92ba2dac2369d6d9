import { resolutions } from '@mediagen/contract/limits'
import { Command, CommanderError } from 'commander'
import { readConfig } from '../config/config.ts'
import { productNames } from '../core/domain/products.ts'
import { messageOf } from '../core/errors.ts'
import { studioCommand } from '../core/package/studio-command.ts'
import type { Gate } from '../core/ports/gate.ts'
import type { Provider } from '../core/ports/provider.ts'
import { viewEngine, viewPauseState } from '../operator/views.ts'
import { listPausesNow, listProviderStates } from '../use-cases/providers/provider-states.ts'
import { type Parts, wireParts } from '../wiring/wire.ts'
import { tryProvider } from '../worker/try-provider.ts'
import { helpLayout } from './look/help.ts'
import { engineHealthText } from './operator/engine-health.ts'
import { printPause } from './operator/pause-outputs.ts'
import { errorText } from './operator/program.ts'
import { notOfferedText } from './products-not-offered.ts'
import { reachDatabase } from './reach-database.ts'
import { errorStyle, print, printError } from './terminal.ts'

const checkMsMax = 15_000
const generateMsMax = 15 * 60_000

/**
 * `mediagen-server providers …`: what the engines of the providers file are, and their state. Exit code 1 if
 * one is not usable.
 */
export async function providers(argv: readonly string[]): Promise<number> {
  let exitCode = 0
  const withCore = (work: (parts: Parts, options: { generate?: boolean }) => Promise<number>) => {
    return async (options: { generate?: boolean }) => {
      const parts = await wireParts({ ...readConfig(), logLevel: 'silent' }, { purpose: 'work' })
      try {
        exitCode = await work(parts, options)
      } finally {
        await parts.close()
      }
    }
  }
  const program = new Command('mediagen-server providers')
    .description('The engines behind the service, as PROVIDERS_FILE names them')
    .configureHelp(helpLayout)
    .configureOutput({
      outputError: (message, write) => write(errorText(message, errorStyle())),
    })
    .showHelpAfterError('  "mediagen-server providers help" lists the commands.')
    .exitOverride()
    .addCommand(
      new Command('check')
        .description(
          'Checks each engine and each gate: reachable, key accepted, model found, harmless sample allowed',
        )
        .option(
          '--generate',
          'generate one image with each provider that serves text to image, which may cost money',
        )
        .action(withCore(check)),
    )
    .addCommand(
      new Command('list')
        .description(
          'Shows the health of each provider, the tasks in flight at it, and its failures within the last hour',
        )
        .action(withCore(list)),
    )
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
}

async function check(parts: Parts, { generate }: { generate?: boolean }): Promise<number> {
  if (parts.providers.list().length === 0) {
    printError(
      'There is no engine',
      { text: 'The studio, a renderer without a model, comes with:', command: studioCommand },
      'PROVIDERS_FILE names others.',
    )
    return 1
  }
  const rows = await Promise.all(
    parts.providers.list().map(async (provider) => {
      const found = await checkOne(provider)
      const tried = generate
        ? await tryProvider(provider, parts.finisher, AbortSignal.timeout(generateMsMax))
        : undefined
      const isGood = found.isGood && tried?.isGood !== false
      const details = [...(tried === undefined ? [] : [tried.detail]), found.detail || '-']
      return { isGood, cells: [...found.cells, ...details], name: provider.name, serves: servedBy(provider) }
    }),
  )
  const headings = ['PROVIDER', 'REACHABLE', 'KEY', 'MODEL', ...(generate ? ['IMAGE'] : []), 'DETAIL…']
  print({ headings, rows: rows.map(({ cells }) => cells) }, '', {
    headings: ['PROVIDER', 'SERVES…'],
    rows: rows.map(({ name, serves }) => [name, serves || '-']),
  })
  const areGatesGood = await checkGates(parts.gates.list())
  const notOffered = notOfferedText(parts.providers)
  if (notOffered !== undefined) print('', { sentence: notOffered })
  return areGatesGood && rows.every(({ isGood }) => isGood) ? 0 : 1
}

/** Asks each gate about a harmless sample; a gate that refuses it, or gives no verdict, is not good. */
async function checkGates(gates: readonly Gate[]): Promise<boolean> {
  if (gates.length === 0) return true
  const checked = await Promise.all(
    gates.map(async (gate) => ({ gate, ...(await gate.check(AbortSignal.timeout(checkMsMax))) })),
  )
  const rows = checked.map(({ gate, reachable, keyAccepted, sample, detail }) => [
    gate.name,
    gate.at.join(' '),
    word(reachable),
    word(keyAccepted),
    sample === undefined ? '-' : sample === 'allowed' ? sample : sample.toUpperCase(),
    gate.onFailure,
    detail,
  ])
  print('', {
    headings: ['GATE', 'AT', 'REACHABLE', 'KEY', 'SAMPLE', 'WITHOUT A VERDICT', 'DETAIL…'],
    rows,
  })
  return checked.every(
    ({ reachable, keyAccepted, sample = 'allowed' }) =>
      reachable && keyAccepted !== false && sample === 'allowed',
  )
}

async function checkOne(provider: Provider): Promise<{ isGood: boolean; cells: string[]; detail: string }> {
  if (provider.check === undefined)
    return { isGood: true, cells: [provider.name, 'built in', '-', '-'], detail: '' }
  const result = await provider.check(AbortSignal.timeout(checkMsMax)).catch((error: unknown) => ({
    reachable: false,
    keyAccepted: undefined,
    modelFound: undefined,
    detail: messageOf(error),
  }))
  const { reachable, keyAccepted, modelFound, detail } = result
  return {
    isGood: reachable && keyAccepted !== false && modelFound !== false,
    cells: [provider.name, word(reachable), word(keyAccepted), word(modelFound)],
    detail,
  }
}

function word(value: boolean | undefined): string {
  return value === undefined ? '-' : value ? 'yes' : 'NO'
}

/** Products with their tiers, such as `image.generate 1k 2k`. */
function servedBy(provider: Provider): string {
  return productNames
    .map((product) => {
      const tiers = Object.keys(resolutions[product]).filter((tier) => provider.serves(product, tier))
      return tiers.length === 0 ? '' : `${product} ${tiers.join(' ')}`
    })
    .filter((text) => text !== '')
    .join(', ')
}

async function list(parts: Parts): Promise<number> {
  await reachDatabase(parts)
  const all = parts.providers.list()
  const states = await listProviderStates(
    parts.database,
    all.map(({ name }) => name),
  )
  const rows = states.map((state, index) => {
    const { name = '', capacity } = all[index] ?? {}
    const engine = viewEngine({ name, capacity, ...state })
    const { endedInAnHour: ended, failedInAnHour: failed } = engine
    return [
      name,
      engineHealthText(engine),
      String(engine.failuresInARow),
      String(engine.callsFailedInAnHour),
      ended === 0 ? '-' : `${((100 * failed) / ended).toFixed(1)} % of ${ended}`,
      String(engine.inFlight),
      String(engine.concurrencyMax ?? '-'),
      String(engine.startsPerMinuteMax ?? '-'),
    ]
  })
  const headings = [
    'PROVIDER',
    'HEALTH',
    'FAILURES IN A ROW>',
    'CALLS FAILED IN 1 H>',
    'TASKS FAILED IN 1 H>',
  ]
  print({ headings: [...headings, 'IN FLIGHT>', 'CONCURRENCY>', 'STARTS PER MINUTE>'], rows })
  const pauses = (await listPausesNow(parts.database))
    .map((pause) => viewPauseState({ ...pause, pause }))
    .flatMap(printPause)
  if (pauses.length > 0) print('', ...pauses)
  return 0
}
