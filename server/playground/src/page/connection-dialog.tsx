import type { Account, Usage } from '@mediagen/sdk'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Connection, createClient, proxyConnection } from '../service/connection.ts'
import { explain, type Problem } from '../service/explain.ts'
import type { PageSettings } from '../service/settings.ts'
import { money } from '../service/use-price.ts'
import { strings } from '../strings.ts'
import { connectionStrings } from './connection-strings.ts'
import { Problems } from './problems.tsx'

interface ConnectionDialogProps {
  readonly settings: PageSettings
  readonly connection: Connection | undefined
  readonly account: Account | undefined
  readonly month: Usage | undefined
  readonly onConnect: (connection: Connection | undefined) => void
  readonly onClose: () => void
}

/** Says whose balance is spent, and asks for an API key, and where it may be any, for its service. */
export function ConnectionDialog(props: ConnectionDialogProps) {
  const { settings, connection, account, month, onConnect, onClose } = props
  const title = useRef<HTMLHeadingElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [apiKey, setApiKey] = useState('')
  const suggested = connection?.kind === 'key' ? connection.baseUrl : settings.address
  const [baseUrl, setBaseUrl] = useState(suggested ?? location.origin)
  const [problem, setProblem] = useState<Problem>()
  const [isSaving, setIsSaving] = useState(false)
  const isAsked = connection === undefined
  useEffect(() => {
    dialog.current?.showModal()
    // Who only looks is not asked for anything, least of all by the keyboard of a phone.
    if (!isAsked) title.current?.focus()
  }, [isAsked])
  const proxy = proxyConnection(settings, location)
  const finish = (chosen: Connection | undefined) => {
    onConnect(chosen)
    dialog.current?.close()
  }
  const connect = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    setProblem(undefined)
    try {
      const chosen: Connection = { kind: 'key', baseUrl: baseUrl.trim(), apiKey: apiKey.trim() }
      await createClient(chosen).account()
      finish(chosen)
    } catch (error) {
      setProblem(explain(error))
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <dialog ref={dialog} aria-labelledby="connection-title" onClose={onClose}>
      <h2 id="connection-title" ref={title} tabIndex={-1}>
        {connectionStrings.title}
      </h2>
      {account !== undefined && (
        <dl className="account-facts">
          <dt>{strings.price.account}</dt>
          <dd>
            <code>{account.id}</code>
          </dd>
          <dt>{strings.price.balance}</dt>
          <dd>{money(account.balance, account.currency)}</dd>
          {month !== undefined && (
            <>
              <dt>{strings.month}</dt>
              <dd>{money(month.charged, month.currency)}</dd>
            </>
          )}
        </dl>
      )}
      <p>{textFor(connection)}</p>
      <form onSubmit={connect}>
        {settings.address !== undefined && (
          <>
            <label className="label" htmlFor="address">
              {connectionStrings.address}
            </label>
            <input
              id="address"
              type="url"
              required
              value={baseUrl}
              aria-describedby="address-help"
              onChange={({ target }) => setBaseUrl(target.value)}
            />
            <p id="address-help" className="aside">
              {connectionStrings.addressHelp}
            </p>
          </>
        )}
        <label className="label" htmlFor="key">
          {connectionStrings.key}
        </label>
        <input
          id="key"
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          value={apiKey}
          onChange={({ target }) => setApiKey(target.value)}
        />
        {problem !== undefined && <Problems problem={problem} />}
        <div className="actions">
          <button type="submit" className="primary" disabled={isSaving}>
            {isSaving ? connectionStrings.saving : connectionStrings.save}
          </button>
          {connection?.kind === 'key' && (
            <button type="button" onClick={() => finish(proxy)}>
              {proxy === undefined ? connectionStrings.forget : connectionStrings.useDemo}
            </button>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            {connectionStrings.close}
          </button>
        </div>
      </form>
    </dialog>
  )
}

function textFor(connection: Connection | undefined): string {
  if (connection === undefined) return strings.connection.ask
  return connection.kind === 'proxy' ? connectionStrings.demo : connectionStrings.own
}
