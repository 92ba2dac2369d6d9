import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../../src/core/errors.ts'
import { type Output, request } from '../api.ts'
import { Field, Form, type Values } from '../parts/form.tsx'
import { Time } from '../parts/marks.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Facts } from '../parts/table.tsx'
import { size } from '../parts/words.ts'
import type { OfAccount } from './statement.ts'

type Data = Output<'GET /accounts/{accountId}/data'>
type Receipt = Output<'POST /accounts/{accountId}/data/delete'>

/** What is stored of a closed account, a form that deletes it, and the receipt. */
export function AccountData({ statement }: OfAccount) {
  const { accountId, dataDeletion } = statement
  const { data, error } = useQuery({
    queryKey: ['GET /accounts/{accountId}/data', accountId, dataDeletion?.endedAt],
    queryFn: () => request('GET /accounts/{accountId}/data', { accountId }),
    // Counting what is stored is slow, refused once the account is active again, and the same until a deletion.
    staleTime: 'static',
  })
  if (data === undefined) return error && <p className="failure">{messageOf(error)}</p>
  const { deletion, stored } = data
  if (deletion === null || deletion.endedAt === null)
    return <Preview data={data} balance={statement.balance} />
  return (
    <>
      <ReceiptOf receipt={deletion} />
      {Object.values(stored).some((count) => count > 0) && (
        <details>
          <summary>It has stored more since: delete that, too</summary>
          <Preview data={data} balance={statement.balance} />
        </details>
      )}
    </>
  )
}

interface PreviewProps {
  readonly data: Data
  readonly balance: string
}

function Preview({ data: { accountId, stored, kept, deletion }, balance }: PreviewProps) {
  return (
    <>
      <p>This deletes for good, and first of all revokes its keys:</p>
      <Facts
        of={{
          Uploads: `${stored.uploads} (${size(stored.uploadBytes)} verified)`,
          Results: `${stored.results} (${size(stored.resultBytes)})`,
          Tasks: `the prompts and messages of ${stored.tasks}`,
          'Idempotency keys': stored.idempotencyKeys,
          'API keys': `${stored.apiKeys} to revoke, with their names`,
          Account: 'its name and reference, also in the audit',
        }}
      />
      <Kept kept={kept} />
      <p>
        {Number(balance) > 0
          ? `Its balance of ${balance} USD is left. Pay it back first, and debit it here.`
          : `Its balance is ${balance} USD.`}
      </p>
      <DeletionForm accountId={accountId} isBegun={deletion !== null && deletion.endedAt === null} />
    </>
  )
}

function DeletionForm({ accountId, isBegun }: { readonly accountId: string; readonly isBegun: boolean }) {
  const [reached, setReached] = useState<Receipt['deleted']>()
  const remove = async ({ id }: Values) => {
    if (id !== accountId) throw new Error(`Type ${accountId}.`)
    for (;;) {
      const receipt = await request('POST /accounts/{accountId}/data/delete', { accountId })
      if (receipt.endedAt !== null) break
      setReached(receipt.deleted)
    }
    return `The data of the account ${accountId} is deleted.`
  }
  return (
    <Form
      label="Delete its data"
      action={isBegun ? 'Go on deleting' : 'Delete its data'}
      buttonClass="danger"
      onSend={remove}
    >
      <Field label="To delete, type the id of the account" name="id" required pattern={accountId} />
      <p className="quiet" role="status">
        {reached !== undefined &&
          `Deleted so far: ${reached.uploads.count} uploads, ${reached.resultFiles.count} files of results, ${reached.tasksScrubbed} tasks. Closing this page stops it; it can go on later.`}
      </p>
    </Form>
  )
}

function ReceiptOf({ receipt }: { readonly receipt: Receipt }) {
  const { accountId, begunAt, endedAt, balance, deleted, unreferencedObjects, kept } = receipt
  return (
    <>
      <p>Receipt: the data of this account is deleted.</p>
      <Facts
        of={{
          Begun: <Time at={begunAt} />,
          Ended: <Time at={endedAt} />,
          'Balance left': `${balance} USD`,
          Uploads: `${deleted.uploads.count} (${deleted.uploads.bytes} bytes)`,
          'Files of results': `${deleted.resultFiles.count} (${deleted.resultFiles.bytes} bytes)`,
          Tasks: `the prompts and messages of ${deleted.tasksScrubbed}`,
          'Idempotency keys': deleted.idempotencyKeys,
          'API keys': `${deleted.apiKeysRevoked} revoked, without their names`,
          'Audit entries': `${deleted.auditEntriesRedacted} without name, reference and reason`,
          ...(unreferencedObjects !== null && {
            'Files that no row names': (
              <>
                gone by <Time at={unreferencedObjects.deletedBy} />
              </>
            ),
          }),
        }}
      />
      <Kept kept={kept} />
      <p className="actions">
        <button
          type="button"
          onClick={() =>
            saveFile(
              `deletion-${accountId}.json`,
              'application/json',
              `${JSON.stringify(receipt, null, 2)}\n`,
            )
          }
        >
          Download the receipt
        </button>
      </p>
    </>
  )
}

function Kept({ kept }: Pick<Data, 'kept'>) {
  return (
    <details>
      <summary>What is kept, and why</summary>
      <ul>
        {kept.map(({ what, why }) => (
          <li key={what}>
            {what}. {why}
          </li>
        ))}
      </ul>
    </details>
  )
}
