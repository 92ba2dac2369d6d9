import type { Account, Usage } from '@mediagen/sdk'
import mark from '../../../look/mark.svg'
import { type PageLink, SiteHeader } from '../../shared/site-header.tsx'
import type { Connection } from '../service/connection.ts'
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
    <SiteHeader
      links={links}
      current={location.pathname}
      mark={mark}
      skip={{ href: '#results', children: strings.skip }}
    >
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
    </SiteHeader>
  )
}

function nameOf(connection: Connection | undefined): string {
  if (connection === undefined) return strings.connection.noneName
  return connection.kind === 'proxy' ? strings.connection.demoName : strings.connection.ownName
}
