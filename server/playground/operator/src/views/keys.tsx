import { ApiError, request } from '../api.ts'
import { useReload } from '../live.tsx'
import { Ask } from '../parts/dialog.tsx'
import { Field, Form, type Values } from '../parts/form.tsx'
import { Time } from '../parts/marks.tsx'
import { Table } from '../parts/table.tsx'
import { accountCalled, called, counted } from '../parts/words.ts'
import { type IssuedKey, useShell } from '../shell.ts'
import type { OfAccount } from './account.tsx'
import { AskForm } from './account-actions.tsx'
import { type Key, KeyFields, keyInWords, propertiesIn } from './key-fields.tsx'

export function Keys({ statement }: OfAccount) {
  const account = accountCalled(statement)
  return (
    <Table
      caption="API keys, oldest first"
      rows={statement.apiKeys}
      idOf={({ keyId }) => keyId}
      empty="There is no key."
      columns={{
        Key: ({ keyId, name }) => (
          <span className="named">
            {name !== null && <span>{name}</span>} <span className="id">{keyId}</span>
          </span>
        ),
        Issued: ({ createdAt }) => <Time at={createdAt} />,
        'Last used': ({ lastUsedAt }) => <Time at={lastUsedAt} />,
        Permissions: permissionsOf,
        Spent: spentOf,
        Expires: ({ expiresAt }) => <Time at={expiresAt} />,
        Revoked: ({ revokedAt }) => <Time at={revokedAt} />,
        Action: (key) => key.revokedAt === null && <Actions of={key} account={account} />,
      }}
    />
  )
}

function permissionsOf({ readOnly, products, limits }: Key): string {
  const rate = limits.requestsPerMinute
  return [
    readOnly ? 'read only' : (products?.join(' ') ?? 'everything'),
    ...(rate === null ? [] : [`${rate} a minute`]),
  ].join(', ')
}

function spentOf({ spent, limits }: Key): string {
  if (spent === null) return '–'
  const of = (limit: string | null) => (limit === null ? '' : ` of ${limit}`)
  return `${spent.day}${of(limits.day)} USD today, ${spent.total}${of(limits.total)} USD in total`
}

interface ActionsProps {
  readonly of: Key
  /** As questions name it. */
  readonly account: string
}

function Actions({ of: key, account }: ActionsProps) {
  const { keyId } = key
  const name = called(keyId, key.name)
  const { issue } = useIssue()
  const ofAccount = <p className="quiet">A key of the account {account}.</p>
  return (
    <div className="actions">
      <AskForm
        button="Change"
        label={`Change the key ${keyId}`}
        title={`Change the key ${name}`}
        action="Save"
        foretell={keyInWords}
        send={async (values) => {
          await request('POST /keys/{keyId}', { keyId, ...propertiesIn(values, null) })
          return `Changed the key ${keyId}; it applies within 5 seconds.`
        }}
      >
        <KeyFields prefix={`key-${keyId}`} of={key} />
        {ofAccount}
      </AskForm>
      <Ask button="Rotate" label={`Rotate the key ${keyId}`} title={`Rotate the key ${name}`}>
        {(close) => (
          <Form
            className="stacked"
            label={`Rotate the key ${name}`}
            action="Issue its successor"
            foretell={({ overlapHours = '' }) => successionInWords(keyId, overlapHours)}
            onCancel={close}
            onSend={({ overlapHours = '' }, idempotencyKey) =>
              issue(
                () => request('POST /keys/{keyId}/rotate', { keyId, overlapHours, idempotencyKey }),
                close,
              )
            }
          >
            <Field
              label="Hours for which the old key works on"
              name="overlapHours"
              required
              inputMode="numeric"
              defaultValue="24"
            />
            {ofAccount}
          </Form>
        )}
      </Ask>
      <AskForm
        button="Revoke"
        label={`Revoke the key ${keyId}`}
        className="danger"
        title={`Revoke the key ${name} of ${account}?`}
        action="Revoke"
        send={async () => {
          await request('POST /keys/{keyId}/revoke', { keyId })
          return `Revoked the key ${keyId}.`
        }}
      >
        <p>
          Requests with it get 401 UNAUTHENTICATED within 5 seconds. Its tasks go on. It cannot be undone; to
          suspend the key instead, choose Change and Read only.
        </p>
      </AskForm>
    </div>
  )
}

function successionInWords(keyId: string, hours: string): string {
  if (!/^\d+$/.test(hours)) return ''
  return `The successor can do the same from now on. The key ${keyId} works for ${counted(Number(hours), 'more hour', 'more hours')}, and gets 401 UNAUTHENTICATED then.`
}

export function IssueKey({ accountId }: { readonly accountId: string }) {
  const { issue } = useIssue()
  return (
    <Form
      className="stacked"
      label="Issue an API key"
      action="Issue a key"
      foretell={keyInWords}
      onSend={(values: Values, idempotencyKey) => {
        const input = { accountId, ...propertiesIn(values, undefined), idempotencyKey }
        return issue(() => request('POST /accounts/{accountId}/keys', input))
      }}
    >
      <details>
        <summary>Restrict it</summary>
        <KeyFields prefix="new-key" />
      </details>
    </Form>
  )
}

/** Issues a key and shows it. If its response was lost, the key exists, and nobody can read it any more. */
function useIssue() {
  const { announce, showKey } = useShell()
  const reload = useReload()
  const issue = async (send: () => Promise<IssuedKey>, close?: () => void) => {
    try {
      const issued = await send()
      close?.()
      await showKey(issued)
      await reload()
      announce('The key is issued.')
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'REPEATED_ACTION') throw error
      close?.()
      // The response with the key was lost; the list shows its id.
      await reload()
      announce('A key was issued, and its answer was lost. Revoke the newest, and issue another.')
    }
  }
  return { issue }
}
