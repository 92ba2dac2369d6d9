import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Output, request } from '../api.ts'
import { useReload } from '../live.tsx'
import { Field, Form, type Values } from '../parts/form.tsx'
import { Time } from '../parts/marks.tsx'
import { Facts } from '../parts/table.tsx'
import { size } from '../parts/words.ts'
import { useShell } from '../shell.ts'

type Data = Output<'GET /accounts/{accountId}/data'>
type Receipt = Output<'POST /accounts/{accountId}/data/delete'>

interface AccountDataProps {
  readonly accountId: string
  /** When its last deletion ended: with another one, it is read again. */
  readonly deletedAt: string | undefined
}

/** What is stored of a closed account, a form that deletes it, and the receipt. */
export function AccountData({ accountId, deletedAt }: AccountDataProps) {
  // Only when it appears: it is expensive, and refused once the account is active again.
  const { data } = useSuspenseQuery({
    queryKey: ['data', accountId, deletedAt],
    queryFn: () => request('GET /accounts/{accountId}/data', { accountId }),
    staleTime: 'static',
    gcTime: 0,
  })
  const { deletion, stored } = data
  if (deletion === null || deletion.endedAt === null) return <Preview {...data} />
  return (
    <>
      <DeletionReceipt {...deletion} />
      {Object.values(stored).some((count) => count > 0) && (
        <details>
          <summary>It has stored more since: delete that, too</summary>
          <Preview {...data} />
        </details>
      )}
    </>
  )
}

function Preview({ accountId, balance, stored, kept, deletion }: Data) {
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
      <Deletion accountId={accountId} isBegun={deletion !== null && deletion.endedAt === null} />
    </>
  )
}

interface DeletionProps {
  readonly accountId: string
  readonly isBegun: boolean
}

function Deletion({ accountId, isBegun }: DeletionProps) {
  const { announce } = useShell()
  const reload = useReload()
  const [progress, setProgress] = useState('')
  const remove = async ({ id }: Values) => {
    if (id !== accountId) throw new Error(`Type ${accountId}.`)
    for (;;) {
      const { endedAt, deleted } = await request('POST /accounts/{accountId}/data/delete', { accountId })
      if (endedAt !== null) {
        await reload()
        return announce(`The data of the account ${accountId} is deleted.`)
      }
      const { uploads, resultFiles, tasksScrubbed } = deleted
      setProgress(
        `Deleted so far: ${uploads.count} uploads, ${resultFiles.count} files of results, ${tasksScrubbed} tasks. Closing this page stops it; it can go on later.`,
      )
    }
  }
  return (
    <Form label="Delete its data" action={isBegun ? 'Go on deleting' : 'Delete its data'} onSend={remove}>
      <Field label="To delete, type the id of the account" name="id" required pattern={accountId} />
      <p className="quiet" role="status">
        {progress}
      </p>
    </Form>
  )
}

function DeletionReceipt(receipt: Receipt) {
  const { accountId, begunAt, endedAt, balance, deleted, unreferencedObjects } = receipt
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
              <span>
                gone by <Time at={unreferencedObjects.deletedBy} />
              </span>
            ),
          }),
        }}
      />
      <Kept kept={receipt.kept} />
      <p className="actions">
        <a href={fileOf(receipt)} download={`deletion-${accountId}.json`}>
          Download the receipt
        </a>
      </p>
    </>
  )
}

function fileOf(receipt: Receipt): string {
  return `data:application/json,${encodeURIComponent(`${JSON.stringify(receipt, null, 2)}\n`)}`
}

function Kept({ kept }: Pick<Data, 'kept'>): ReactNode {
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
