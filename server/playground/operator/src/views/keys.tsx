import { ApiError, request } from '../api.ts'
import { Action } from '../parts/action.tsx'
import { Field, Form } from '../parts/form.tsx'
import { Table } from '../parts/table.tsx'
import { accountCalled, called, counted } from '../parts/words.ts'
import { type IssuedKey, useShell } from '../shell.ts'
import { type ApiKey, fieldsOf, keyInWords, PropertyFields, propertiesIn } from './key-properties.tsx'
import type { OfAccount } from './statement.ts'

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
          <span className={name === null ? undefined : 'named'}>
            {name !== null && <span>{name}</span>}
            <span className="id">{keyId}</span>
          </span>
        ),
        Issued: { time: ({ createdAt }) => createdAt },
        'Last used': { time: ({ lastUsedAt }) => lastUsedAt },
        Permissions: permissionsOf,
        Spent: spentOf,
        Expires: { time: ({ expiresAt }) => expiresAt },
        Revoked: { time: ({ revokedAt }) => revokedAt },
        Action: (key) => key.revokedAt === null && <KeyActions apiKey={key} account={account} />,
      }}
    />
  )
}

function permissionsOf({ readOnly, products, limits }: ApiKey): string {
  const orders = readOnly ? 'read only' : (products?.join(' ') ?? 'everything')
  return limits.requestsPerMinute === null ? orders : `${orders}, ${limits.requestsPerMinute} a minute`
}

function spentOf({ spent, limits }: ApiKey): string {
  if (spent === null) return ''
  const of = (limit: string | null) => (limit === null ? '' : ` of ${limit}`)
  return `${spent.day}${of(limits.day)} USD today, ${spent.total}${of(limits.total)} USD in total`
}

interface KeyActionsProps {
  readonly apiKey: ApiKey
  /** As questions name it. */
  readonly account: string
}

function KeyActions({ apiKey, account }: KeyActionsProps) {
  const issueOnce = useIssueOnce()
  const { keyId, name } = apiKey
  const ofAccount = <p className="quiet">A key of the account {account}.</p>
  return (
    <div className="actions">
      <Action
        button="Change"
        label={`Change the key ${keyId}`}
        title={`Change the key ${called(keyId, name)}`}
        does="Save"
        defaults={fieldsOf(apiKey)}
        foretell={keyInWords}
        onSend={async (values) => {
          await request('POST /keys/{keyId}', { keyId, ...propertiesIn(values, null) })
          return `Changed the key ${keyId}; it applies within 5 seconds.`
        }}
      >
        <PropertyFields apiKey={apiKey} />
        {ofAccount}
      </Action>
      <Action
        button="Rotate"
        label={`Rotate the key ${keyId}`}
        title={`Rotate the key ${called(keyId, name)}`}
        does="Issue its successor"
        defaults={{ overlapHours: '24' }}
        foretell={({ overlapHours = '' }) =>
          /^\d+$/.test(overlapHours)
            ? `The successor can do the same from now on. The key ${keyId} works for ${counted(Number(overlapHours), 'more hour', 'more hours')}, and gets 401 UNAUTHENTICATED then.`
            : ''
        }
        onSend={({ overlapHours = '' }, idempotencyKey, close) =>
          issueOnce(
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
        />
        {ofAccount}
      </Action>
      <Action
        button="Revoke"
        label={`Revoke the key ${keyId}`}
        title={`Revoke the key ${called(keyId, name)} of ${account}?`}
        does="Revoke"
        isDangerous
        onSend={async () => {
          await request('POST /keys/{keyId}/revoke', { keyId })
          return `Revoked the key ${keyId}.`
        }}
      >
        <p>
          Requests with it get 401 UNAUTHENTICATED within 5 seconds. Its tasks go on. It cannot be undone; to
          suspend the key instead, choose Change and Read only.
        </p>
      </Action>
    </div>
  )
}

export function IssueKey({ statement: { accountId } }: OfAccount) {
  const issueOnce = useIssueOnce()
  return (
    <Form
      className="stacked"
      label="Issue an API key"
      action="Issue a key"
      foretell={keyInWords}
      onSend={(values, idempotencyKey) => {
        const input = { accountId, ...propertiesIn(values, undefined), idempotencyKey }
        return issueOnce(() => request('POST /accounts/{accountId}/keys', input))
      }}
    >
      <details>
        <summary>Restrict it</summary>
        <PropertyFields />
      </details>
    </Form>
  )
}

/** Issues a key and shows it. If its response was lost, the key exists, and nobody can read it any more. */
function useIssueOnce() {
  const { showKey } = useShell()
  return async (issue: () => Promise<IssuedKey>, close = () => {}): Promise<string> => {
    try {
      const issued = await issue()
      close()
      await showKey(issued)
      return 'The key is issued.'
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'REPEATED_ACTION') throw error
      // The list shows its id.
      return 'A key was issued, and its answer was lost. Revoke the newest, and issue another.'
    }
  }
}
