/** @import { AccountDataView, DeletionReceipt } from '../../src/operator/deletion-views.ts' */
/** @import { StatementView } from '../../src/operator/views.ts' */
import { request } from '../api.js'
import { element, facts, replace } from '../dom.js'
import { size, time } from '../format.js'
import { announce, field, form } from '../pages.js'

/**
 * What is stored of a closed account, a form that deletes it, and the receipt.
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
export function dataOf({ accountId }, reload) {
  const frame = element('div')
  const load = async () => {
    try {
      const view = await request('GET /accounts/{accountId}/data', { accountId })
      replace(frame, ...contentOf(view, deletionForm(view, frame, reload)))
    } catch (error) {
      replace(
        frame,
        element('p', { class: 'failure' }, error instanceof Error ? error.message : String(error)),
      )
    }
  }
  void load()
  return frame
}

/**
 * @param {AccountDataView} view
 * @param {HTMLFormElement} deletionForm
 */
function contentOf({ balance, stored, kept, deletion }, deletionForm) {
  const preview = [
    element('p', {}, 'This deletes for good, and first of all revokes its keys:'),
    facts(
      ['Uploads', `${stored.uploads} (${size(stored.uploadBytes)} verified)`],
      ['Results', `${stored.results} (${size(stored.resultBytes)})`],
      ['Tasks', `the prompts and messages of ${stored.tasks}`],
      ['Idempotency keys', stored.idempotencyKeys],
      ['API keys', `${stored.apiKeys} to revoke, with their names`],
      ['Account', 'its name and reference, also in the audit'],
    ),
    keptOf(kept),
    element(
      'p',
      {},
      Number(balance) > 0
        ? `Its balance of ${balance} USD is left. Pay it back first, and debit it here.`
        : `Its balance is ${balance} USD.`,
    ),
    deletionForm,
  ]
  if (deletion === null || deletion.endedAt === null) return preview
  const isLeft = Object.values(stored).some((count) => count > 0)
  return [
    receiptOf(deletion),
    ...(isLeft
      ? [
          element(
            'details',
            {},
            element('summary', {}, 'It has stored more since: delete that, too'),
            preview,
          ),
        ]
      : []),
  ]
}

/**
 * @param {AccountDataView} view
 * @param {HTMLElement} frame
 * @param {() => Promise<void>} reload
 */
function deletionForm({ accountId, deletion }, frame, reload) {
  const isBegun = deletion !== null && deletion.endedAt === null
  const progress = element('p', { class: 'quiet', role: 'status' })
  const id = field('To delete, type the id of the account', {
    name: 'id',
    required: true,
    pattern: accountId,
  })
  return form(
    { label: 'Delete its data', action: isBegun ? 'Go on deleting' : 'Delete its data' },
    [id, progress],
    async (values) => {
      if (values.id !== accountId) throw new Error(`Type ${accountId}.`)
      for (;;) {
        const reached = await request('POST /accounts/{accountId}/data/delete', { accountId })
        if (reached.endedAt !== null) {
          replace(frame, receiptOf(reached))
          await reload()
          return announce(`The data of the account ${accountId} is deleted.`)
        }
        const { uploads, resultFiles, tasksScrubbed } = reached.deleted
        progress.textContent = `Deleted so far: ${uploads.count} uploads, ${resultFiles.count} files of results, ${tasksScrubbed} tasks. Closing this page stops it; it can go on later.`
      }
    },
  )
}

/** @param {DeletionReceipt} receipt */
function receiptOf(receipt) {
  const { accountId, begunAt, endedAt, balance, deleted, unreferencedObjects } = receipt
  const file = new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' })
  return element(
    'div',
    {},
    element('p', {}, 'Receipt: the data of this account is deleted.'),
    facts(
      ['Begun', time(begunAt)],
      ['Ended', time(endedAt)],
      ['Balance left', `${balance} USD`],
      ['Uploads', `${deleted.uploads.count} (${deleted.uploads.bytes} bytes)`],
      ['Files of results', `${deleted.resultFiles.count} (${deleted.resultFiles.bytes} bytes)`],
      ['Tasks', `the prompts and messages of ${deleted.tasksScrubbed}`],
      ['Idempotency keys', deleted.idempotencyKeys],
      ['API keys', `${deleted.apiKeysRevoked} revoked, without their names`],
      ['Audit entries', `${deleted.auditEntriesRedacted} without name, reference and reason`],
      ...(unreferencedObjects === null
        ? []
        : [
            /** @type {[string, Node]} */ ([
              'Files that no row names',
              element('span', {}, 'gone by ', time(unreferencedObjects.deletedBy)),
            ]),
          ]),
    ),
    keptOf(receipt.kept),
    element(
      'p',
      { class: 'actions' },
      element(
        'a',
        { href: URL.createObjectURL(file), download: `deletion-${accountId}.json` },
        'Download the receipt',
      ),
    ),
  )
}

/** @param {AccountDataView['kept']} kept */
function keptOf(kept) {
  return element(
    'details',
    {},
    element('summary', {}, 'What is kept, and why'),
    element(
      'ul',
      {},
      kept.map(({ what, why }) => element('li', {}, `${what}. ${why}`)),
    ),
  )
}
