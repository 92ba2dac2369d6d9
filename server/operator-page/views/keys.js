/** @import { ApiKeyView, StatementView } from '../../src/operator/views.ts' */
import { ApiError, newIdempotencyKey, request } from '../api.js'
import { askIn, confirmed, showKey } from '../dialogs.js'
import { element, table } from '../dom.js'
import { accountCalled, called, counted, time } from '../format.js'
import { announce, field, form } from '../pages.js'
import { propertiesIn, propertyFields } from './key-fields.js'
import { keyInWords } from './key-words.js'

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
export function keysOf({ accountId, name, apiKeys }, reload) {
  const account = accountCalled({ accountId, name })
  return table(
    'API keys, oldest first',
    [
      { heading: 'Key', cell: keyOf },
      { heading: 'Issued', cell: ({ createdAt }) => time(createdAt) },
      { heading: 'Last used', cell: ({ lastUsedAt }) => time(lastUsedAt) },
      { heading: 'Permissions', cell: permissionsOf },
      { heading: 'Spent', cell: spentOf },
      { heading: 'Expires', cell: ({ expiresAt }) => time(expiresAt) },
      { heading: 'Revoked', cell: ({ revokedAt }) => time(revokedAt) },
      { heading: 'Action', cell: (key) => actionsOf(key, account, reload) },
    ],
    apiKeys,
    'There is no key.',
  )
}

/** @param {ApiKeyView} key */
function keyOf({ keyId, name }) {
  const id = element('span', { class: 'id' }, keyId)
  return name === null ? id : element('span', { class: 'named' }, element('span', {}, name), id)
}

/** @param {ApiKeyView} key */
function permissionsOf({ readOnly, products, limits }) {
  const rate = limits.requestsPerMinute
  return [
    readOnly ? 'read only' : (products?.join(' ') ?? 'everything'),
    ...(rate === null ? [] : [`${rate} a minute`]),
  ].join(', ')
}

/** @param {ApiKeyView} key */
function spentOf({ spent, limits }) {
  if (spent === null) return ''
  const of = (/** @type {string | null} */ limit) => (limit === null ? '' : ` of ${limit}`)
  return `${spent.day}${of(limits.day)} USD today, ${spent.total}${of(limits.total)} USD in total`
}

/**
 * @param {ApiKeyView} key
 * @param {string} account as questions name it
 * @param {() => Promise<void>} reload
 */
function actionsOf(key, account, reload) {
  if (key.revokedAt !== null) return ''
  const { keyId } = key
  return element(
    'div',
    { class: 'actions' },
    button('Change', `Change the key ${keyId}`, () => change(key, account, reload)),
    button('Rotate', `Rotate the key ${keyId}`, () => rotate(key, account, reload)),
    button('Revoke', `Revoke the key ${keyId}`, () => revoke(key, account, reload), 'danger'),
  )
}

/**
 * @param {string} text
 * @param {string} label
 * @param {() => Promise<void>} act
 * @param {string} [style]
 */
function button(text, label, act, style) {
  return element(
    'button',
    { type: 'button', class: style, 'aria-label': label, click: () => void act() },
    text,
  )
}

/**
 * @param {ApiKeyView} key
 * @param {string} account
 * @param {() => Promise<void>} reload
 */
async function change(key, account, reload) {
  const title = `Change the key ${called(key.keyId, key.name)}`
  await askIn(title, (done) =>
    form(
      { class: 'stacked', label: title, action: 'Save', foretell: keyInWords },
      propertyFields(`key-${key.keyId}`, key).concat(ofAccount(account)),
      async (values) => {
        await request('POST /keys/{keyId}', { keyId: key.keyId, ...propertiesIn(values, null) })
        done()
        await reload()
        announce(`Changed the key ${key.keyId}; it applies within 5 seconds.`)
      },
    ),
  )
}

/**
 * @param {ApiKeyView} key
 * @param {string} account
 * @param {() => Promise<void>} reload
 */
async function rotate({ keyId, name }, account, reload) {
  const title = `Rotate the key ${called(keyId, name)}`
  const idempotencyKey = newIdempotencyKey()
  const hours = field('Hours for which the old key works on', {
    name: 'overlapHours',
    required: true,
    inputmode: 'numeric',
    value: '24',
  })
  await askIn(title, (done) =>
    form(
      {
        class: 'stacked',
        label: title,
        action: 'Issue its successor',
        foretell: (values) =>
          /^\d+$/.test(values.overlapHours ?? '')
            ? `The successor can do the same from now on. The key ${keyId} works for ${counted(Number(values.overlapHours), 'more hour', 'more hours')}, and gets 401 UNAUTHENTICATED then.`
            : '',
      },
      [hours, ofAccount(account)],
      async ({ overlapHours = '' }) => {
        const issued = () => request('POST /keys/{keyId}/rotate', { keyId, overlapHours, idempotencyKey })
        await issueOnce(issued, reload, done)
      },
    ),
  )
}

/**
 * @param {ApiKeyView} key
 * @param {string} account
 * @param {() => Promise<void>} reload
 */
async function revoke({ keyId, name }, account, reload) {
  const title = `Revoke the key ${called(keyId, name)} of ${account}?`
  const text = `Requests with it get 401 UNAUTHENTICATED within 5 seconds. Its tasks go on. It cannot be undone; to suspend the key instead, choose Change and Read only.`
  if (!(await confirmed({ title, text, action: 'Revoke' }))) return
  try {
    await request('POST /keys/{keyId}/revoke', { keyId })
    await reload()
    announce(`Revoked the key ${keyId}.`)
  } catch (error) {
    announce(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Of which account the key of a question is.
 * @param {string} account
 */
function ofAccount(account) {
  return element('p', { class: 'quiet' }, `A key of the account ${account}.`)
}

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
export function issueForm({ accountId }, reload) {
  const idempotencyKey = newIdempotencyKey()
  const restrictions = element(
    'details',
    {},
    element('summary', {}, 'Restrict it'),
    propertyFields('new-key', undefined),
  )
  return form(
    { class: 'stacked', label: 'Issue an API key', action: 'Issue a key', foretell: keyInWords },
    [restrictions],
    (values) => {
      const input = { accountId, ...propertiesIn(values, undefined), idempotencyKey }
      return issueOnce(() => request('POST /accounts/{accountId}/keys', input), reload)
    },
  )
}

/**
 * Shows the new key. If its response was lost, the key exists, and nobody can read it any more.
 * @param {() => Promise<{ accountId: string, keyId: string, apiKey: string }>} issue
 * @param {() => Promise<void>} reload
 * @param {() => void} [done]
 */
async function issueOnce(issue, reload, done = () => undefined) {
  try {
    const issued = await issue()
    done()
    await showKey(issued)
    await reload()
    announce('The key is issued.')
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REPEATED_ACTION') throw error
    done()
    // The response with the key was lost; the list shows its id.
    await reload()
    announce('A key was issued, and its answer was lost. Revoke the newest, and issue another.')
  }
}
