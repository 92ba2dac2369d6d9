/** @import { ApiKeyView, StatementView } from '../../src/operator/views.ts' */
import { ApiError, newIdempotencyKey, post } from '../api.js'
import { askIn, confirmed, showKey } from '../dialogs.js'
import { element, table } from '../dom.js'
import { called, time } from '../format.js'
import { announce, field, form } from '../pages.js'
import { changesIn, propertiesIn, propertyFields } from './key-fields.js'

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
export function keysOf({ apiKeys }, reload) {
  return table(
    'API keys, oldest first',
    [
      { heading: 'Key id', cell: ({ keyId }) => element('span', { class: 'id' }, keyId) },
      { heading: 'Name', cell: ({ name }) => name ?? '' },
      { heading: 'Issued', cell: ({ createdAt }) => time(createdAt) },
      { heading: 'Last used', cell: ({ lastUsedAt }) => time(lastUsedAt) },
      { heading: 'May', cell: permissionsOf },
      { heading: 'Spent', cell: spentOf },
      { heading: 'Expires', cell: ({ expiresAt }) => time(expiresAt) },
      { heading: 'Revoked', cell: ({ revokedAt }) => time(revokedAt) },
      { heading: 'Action', cell: (key) => actionsOf(key, reload) },
    ],
    apiKeys,
    'It has no key.',
  )
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
 * @param {() => Promise<void>} reload
 */
function actionsOf(key, reload) {
  if (key.revokedAt !== null) return ''
  const { keyId } = key
  return element(
    'div',
    { class: 'actions' },
    button('Change', `Change the key ${keyId}`, () => change(key, reload)),
    button('Rotate', `Rotate the key ${keyId}`, () => rotate(key, reload)),
    button('Revoke', `Revoke the key ${keyId}`, () => revoke(key, reload), 'danger'),
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
 * @param {() => Promise<void>} reload
 */
async function change(key, reload) {
  const title = `Change the key ${called(key.keyId, key.name)}`
  await askIn(title, (done) =>
    form(
      { class: 'stacked', label: title, action: 'Save' },
      propertyFields(`key-${key.keyId}`, key),
      async (values) => {
        await post(pathOf(key.keyId), changesIn(values))
        done()
        await reload()
        announce(`Changed the key ${key.keyId}; it applies within 5 seconds.`)
      },
    ),
  )
}

/**
 * @param {ApiKeyView} key
 * @param {() => Promise<void>} reload
 */
async function rotate({ keyId, name }, reload) {
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
      { class: 'stacked', label: title, action: 'Issue its successor' },
      [hours],
      async ({ overlapHours = '' }) => {
        const issued = () => post(`${pathOf(keyId)}/rotate`, { overlapHours }, idempotencyKey)
        await issueOnce(issued, reload, done)
      },
    ),
  )
}

/**
 * @param {ApiKeyView} key
 * @param {() => Promise<void>} reload
 */
async function revoke({ keyId, name }, reload) {
  const title = `Revoke the key ${called(keyId, name)}?`
  const text = `Requests with the key ${keyId} are refused within 5 seconds. It cannot be undone.`
  if (!(await confirmed({ title, text, action: 'Revoke' }))) return
  try {
    await post(`${pathOf(keyId)}/revoke`)
    await reload()
    announce(`Revoked the key ${keyId}.`)
  } catch (error) {
    announce(error instanceof Error ? error.message : String(error))
  }
}

/**
 * @param {string} accountId
 * @param {() => Promise<void>} reload
 */
export function issueForm(accountId, reload) {
  const idempotencyKey = newIdempotencyKey()
  const path = `/accounts/${encodeURIComponent(accountId)}/keys`
  const restrictions = element(
    'details',
    {},
    element('summary', {}, 'Restrict it'),
    propertyFields('new-key', undefined),
  )
  return form(
    { class: 'stacked', label: 'Issue an API key', action: 'Issue a key' },
    [restrictions],
    (values) => issueOnce(() => post(path, propertiesIn(values), idempotencyKey), reload),
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

/** @param {string} keyId */
function pathOf(keyId) {
  return `/keys/${encodeURIComponent(keyId)}`
}
