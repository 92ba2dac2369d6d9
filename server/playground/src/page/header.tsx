import type { Account, Usage } from '@mediagen/sdk'
import mark from '../../../look/mark.svg'
import type { Connection } from '../service/connection.ts'
import type { PageLink } from '../service/settings.ts'
import { money } from '../service/use-price.ts'
import { strings } from '../strings.ts'

interface HeaderProps {
  readonly account: Account | undefined
  readonly month: Usage | undefined
  readonly connection: Connection | undefined
  readonly links: readonly PageLink[]
  readonly onConnection: () => void
}

/** The name, the ways to the other pages, and whose balance is spent. */
export function Header({ account, month, connection, links, onConnection }: HeaderProps) {
  return (
    <header className="site-header">
      <a className="skip" href="#results">
        {strings.skip}
      </a>
      <h1 className="brand">
        <img src={mark} alt="" width="26" height="26" />
        {strings.name}
      </h1>
      <nav aria-label={strings.pages}>
        {links.map(({ path, name }) => (
          <a key={path} href={path} aria-current={path === location.pathname ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <div className="account">
        <button type="button" onClick={onConnection}>
          {account !== undefined && (
            <span className="balance">
              <span>{strings.price.balance}</span> {money(account.balance, account.currency)}
            </span>
          )}
          {month !== undefined && (
            <span className="month">
              <span>{strings.month}</span> {money(month.charged, month.currency)}
            </span>
          )}
          <span className="whose">{nameOf(connection)}</span>
        </button>
      </div>
    </header>
  )
}

function nameOf(connection: Connection | undefined): string {
  if (connection === undefined) return strings.connection.noneName
  return connection.kind === 'proxy' ? strings.connection.demoName : strings.connection.ownName
}
