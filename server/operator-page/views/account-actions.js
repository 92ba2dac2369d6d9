/** @import { StatementView } from '../../src/operator/views.ts' */
import { request } from '../api.js'
import { askIn } from '../dialogs.js'
import { element } from '../dom.js'
import { accountCalled, badge, counted, time } from '../format.js'
import { announce, field, form } from '../pages.js'

/**
 * What an account is called and its state, with what may be done about both.
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
export function stateOf(statement, reload) {
  const { reference, state, dataDeletion } = statement
  const buttons = [
    button('Rename', () => rename(statement, reload)),
    ...(state === 'ACTIVE' ? [button('Suspend', () => suspend(statement, reload))] : []),
    ...(state === 'ACTIVE' ? [] : [button('Reactivate', () => resume(statement, reload))]),
  ]
  return element(
    'div',
    { class: 'identity' },
    element(
      'p',
      { class: 'lead' },
      badge(state),
      reference === null
        ? null
        : element('span', {}, 'Reference ', element('span', { class: 'id' }, reference)),
    ),
    dataDeletion === null ? null : deletionInWords(dataDeletion),
    element('div', { class: 'actions' }, buttons),
  )
}

/**
 * What closing does, apart from the other actions.
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
export function closeOf(statement, reload) {
  return element(
    'div',
    {},
    element(
      'p',
      { class: 'quiet' },
      'It can order nothing more, and its waiting tasks are cancelled and refunded. A closed account can be reactivated, or all that it has stored can be deleted.',
    ),
    button('Close the account', () => close(statement, reload), 'danger'),
  )
}

/** @param {NonNullable<StatementView['dataDeletion']>} deletion */
function deletionInWords({ begunAt, endedAt }) {
  return endedAt === null
    ? element('p', {}, 'The deletion of its data began ', time(begunAt), ' and has not ended.')
    : element('p', {}, 'Its data was deleted ', time(endedAt), '.')
}

/**
 * @param {string} text
 * @param {() => Promise<void>} act
 * @param {string} [style]
 */
export function button(text, act, style) {
  return element('button', { type: 'button', class: style, click: () => void act() }, text)
}

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
async function rename({ accountId, name, reference }, reload) {
  const title = `Rename the account ${accountCalled({ accountId, name })}`
  await askIn(title, (done) =>
    form(
      { class: 'stacked', label: title, action: 'Save' },
      [
        element('p', {}, 'An empty field removes what it has. No two accounts have the same reference.'),
        field('Name', { name: 'name', value: name ?? '', id: 'account-name' }),
        field('Reference (your own id)', {
          name: 'reference',
          value: reference ?? '',
          id: 'account-reference',
        }),
      ],
      async (values) => {
        await request('POST /accounts/{accountId}', {
          accountId,
          name: values.name || null,
          reference: values.reference || null,
        })
        done()
        await reload()
        announce(`Renamed the account ${accountId}.`)
      },
    ),
  )
}

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
async function suspend({ accountId, name }, reload) {
  const text =
    'New orders and uploads are refused at once. Its tasks go on, and its keys can still poll, list, cancel and download.'
  await changeState({
    accountId,
    name,
    reload,
    title: `Suspend the account ${accountCalled({ accountId, name })}?`,
    text,
    does: 'Suspend',
    send: async (input) => (await request('POST /accounts/{accountId}/suspend', input)).state,
  })
}

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
async function resume({ accountId, name }, reload) {
  const text = 'It can order and upload again at once.'
  await changeState({
    accountId,
    name,
    reload,
    title: `Reactivate the account ${accountCalled({ accountId, name })}?`,
    text,
    does: 'Reactivate',
    send: async (input) => (await request('POST /accounts/{accountId}/resume', input)).state,
  })
}

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
async function close({ accountId, name, tasks, balance }, reload) {
  const waiting = counted(tasks.QUEUED ?? 0, 'waiting task is', 'waiting tasks are')
  const running = counted(tasks.PROCESSING ?? 0, 'running one ends', 'running ones end')
  const text = `New orders and uploads are refused at once. ${waiting} cancelled and refunded, and ${running} normally. Its balance of ${balance} USD stays until it is debited. It can be reactivated.`
  await changeState({
    accountId,
    name,
    reload,
    title: `Close the account ${accountCalled({ accountId, name })}?`,
    text,
    does: 'Close',
    send: async (input) => {
      const { state, cancelled, running } = await request('POST /accounts/{accountId}/close', input)
      return `${state}. ${counted(cancelled, 'waiting task was', 'waiting tasks were')} cancelled, ${counted(running, 'is', 'are')} running`
    },
  })
}

/**
 * Says what will happen, and asks for a reason; `send` returns what the account is then.
 * @param {{
 *   accountId: string,
 *   name: string | null,
 *   reload: () => Promise<void>,
 *   title: string,
 *   text: string,
 *   does: string,
 *   send: (input: { accountId: string, reason?: string }) => Promise<string>,
 * }} change
 */
async function changeState({ accountId, name, reload, title, text, does, send }) {
  await askIn(title, (done) =>
    form(
      { class: 'stacked', label: title, action: does },
      [element('p', {}, text), reasonField()],
      async ({ reason = '' }) => {
        const state = await send({ accountId, ...reasonIn(reason) })
        done()
        await reload()
        announce(`The account ${accountCalled({ accountId, name })} is ${state}.`)
      },
    ),
  )
}

export function reasonField() {
  return field('Reason, for the audit', { name: 'reason', maxlength: '500' })
}

/** @param {string} reason */
export function reasonIn(reason) {
  return reason === '' ? {} : { reason }
}
