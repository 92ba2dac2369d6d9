import type { Account } from '@mediagen/sdk'
import type { Connection } from '../service/connection.ts'
import { money } from '../service/use-price.ts'
import { strings } from '../strings.ts'

interface HeaderProps {
  readonly account: Account | undefined
  readonly connection: Connection | undefined
  /** The other pages of the server, by their paths. */
  readonly links: readonly string[]
  readonly onConnection: () => void
}

/** The name, the ways to the other pages, and whose balance is spent. */
export function Header({ account, connection, links, onConnection }: HeaderProps) {
  return (
    <header>
      <a className="skip" href="#results">
        {strings.skip}
      </a>
      <h1>
        {strings.name} <span>{strings.place}</span>
      </h1>
      <nav>
        {links.map((link) => (
          <a key={link} href={link}>
            {strings.pages[link] ?? link}
          </a>
        ))}
      </nav>
      {account !== undefined && (
        <p className="balance">
          <span>{strings.price.balance}</span> {money(account.balance, account.currency)}
        </p>
      )}
      <button type="button" onClick={onConnection}>
        {nameOf(connection)}
      </button>
    </header>
  )
}

function nameOf(connection: Connection | undefined): string {
  if (connection === undefined) return strings.connection.noneName
  return connection.kind === 'proxy' ? strings.connection.demoName : strings.connection.ownName
}
