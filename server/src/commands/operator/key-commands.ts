import { Argument, Command } from 'commander'
import type { Usd } from '../../core/domain/money/usd.ts'
import type { ProductName } from '../../core/domain/products.ts'
import type { Administration } from '../../operator/administration.ts'
import { changedBy, type KeyChanges } from '../../operator/key-changes.ts'
import {
  parseExpiry,
  parseKeyName,
  parseOverlapHours,
  parseProducts,
  parseRate,
} from '../../operator/key-values.ts'
import { viewApiKey } from '../../operator/views.ts'
import { timeText } from '../look/text.ts'
import { once, parseAmount, parsedBy, parseId } from './arguments.ts'
import { type CommandResult, type RunWith, UsageError } from './command.ts'
import { permissionsOf } from './key-table.ts'
import { fieldsOf, sentences } from './table.ts'

export const keyNotice = 'The key is shown this once; only its hash is stored.'

const hourMs = 60 * 60_000
const overlapHoursDefault = 24

/** The commands for API keys, in the order of the help. */
export function createKeyCommands(runWith: RunWith): Command[] {
  return [
    withProperties(
      new Command('issue-api-key')
        .description('Issues one more API key for an account; each option restricts it')
        .argument('<account>', 'the ID of the account', parseId),
    ).action(runWith(issueApiKey)),
    new Command('rotate-api-key')
      .description('Issues a key with the properties of another one, which works on for some hours')
      .addArgument(keyArgument())
      .option(
        '--overlap-hours <hours>',
        `how long the old key works on; without it, ${overlapHoursDefault}`,
        once((text) => parsedBy(parseOverlapHours, text)),
      )
      .action(runWith(rotateApiKey)),
    withProperties(
      new Command('set-api-key')
        .description('Changes what an API key may do, within 5 seconds everywhere; "none" removes a property')
        .addArgument(keyArgument()),
      orNone,
    )
      .option('--no-read-only', 'may order, upload and cancel again')
      .action(runWith(setApiKey)),
    new Command('revoke-api-key')
      .description('Revokes an API key; it stops working within 5 seconds everywhere')
      .addArgument(keyArgument())
      .action(runWith(revokeApiKey)),
  ]
}

function keyArgument(): Argument {
  return new Argument('<key>', 'the ID of the key, as show-account lists it').argParser(parseId)
}

type Parse<Value> = (text: string) => Value

/** In place of a value, it removes a property; commander has no use for null. */
const none = 'none'
type OrNone<Value> = Value | typeof none

const orNone =
  <Value>(parse: Parse<Value>): Parse<OrNone<Value>> =>
  (text) =>
    text === none ? none : parse(text)

function withProperties(
  command: Command,
  wrap: <Value>(parse: Parse<Value>) => Parse<OrNone<Value>> = (parse) => parse,
): Command {
  const parsed = <Value>(parse: Parse<Value>) => once(wrap((text) => parsedBy(parse, text)))
  return command
    .option('--name <name>', 'what you call it', parsed(parseKeyName))
    .option('--expires <time>', 'when it stops working: a date or a time in UTC', parsed(parseExpiry))
    .option('--products <products>', 'the only products that it may order, by commas', parsed(parseProducts))
    .option('--read-only', 'may only read: not order, upload or cancel')
    .option('--limit-day <amount>', 'USD that its orders of one UTC day may cost', once(wrap(parseAmount)))
    .option('--limit-total <amount>', 'USD that all its orders may cost', once(wrap(parseAmount)))
    .option(
      '--rate <requests>',
      'generation requests a minute, below those of the account',
      parsed(parseRate),
    )
}

interface PropertyOptions {
  readonly name?: OrNone<string>
  readonly expires?: OrNone<number>
  readonly products?: OrNone<readonly ProductName[]>
  readonly readOnly?: boolean
  readonly limitDay?: OrNone<Usd>
  readonly limitTotal?: OrNone<Usd>
  readonly rate?: OrNone<number>
}

function changesOf({ name, expires, products, readOnly, limitDay, limitTotal, rate }: PropertyOptions) {
  return {
    name: nullIfNone(name),
    expiresAtMs: nullIfNone(expires),
    products: nullIfNone(products),
    isReadOnly: readOnly,
    dayLimit: nullIfNone(limitDay),
    totalLimit: nullIfNone(limitTotal),
    requestsPerMinute: nullIfNone(rate),
  } satisfies KeyChanges
}

function nullIfNone<Value>(value: OrNone<Value> | undefined): Value | null | undefined {
  return value === none ? null : value
}

async function issueApiKey(
  accounts: Administration,
  options: PropertyOptions,
  account: string,
): Promise<CommandResult> {
  const properties = changedBy({}, changesOf(options))
  const { accountId, keyId, apiKey } = await accounts.issueApiKey(account, { properties })
  return {
    json: { accountId, apiKey, keyId },
    text: [fieldsOf(['Key ID', keyId], ['API key', apiKey]), ...sentences(keyNotice)],
  }
}

async function rotateApiKey(
  accounts: Administration,
  { overlapHours = overlapHoursDefault }: { overlapHours?: number },
  key: string,
): Promise<CommandResult> {
  const rotated = await accounts.rotateApiKey(key, { overlapMs: overlapHours * hourMs })
  const { keyId, apiKey, replacedKeyId, replacedKeyExpiresAt } = rotated
  return {
    json: rotated,
    text: [
      fieldsOf(['Key ID', keyId], ['API key', apiKey]),
      ...sentences(keyNotice, `${replacedKeyId} works until ${timeText(replacedKeyExpiresAt)}.`),
    ],
  }
}

async function setApiKey(
  accounts: Administration,
  options: PropertyOptions,
  key: string,
): Promise<CommandResult> {
  const changes = changesOf(options)
  if (Object.values(changes).every((value) => value === undefined))
    throw new UsageError('Nothing to change: give at least one option, such as --limit-day 5.')
  const view = viewApiKey(await accounts.setApiKey(key, changes))
  return { json: view, text: [fieldsOf(['Key ID', view.keyId], ['It may', permissionsOf(view)])] }
}

async function revokeApiKey(accounts: Administration, _: object, key: string): Promise<CommandResult> {
  const { keyId } = await accounts.revokeApiKey(key)
  return { json: { keyId, revoked: true }, text: sentences(`Revoked ${keyId}.`) }
}
