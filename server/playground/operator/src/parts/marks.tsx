import { Fragment, type ReactNode } from 'react'
import { pageLinks } from '../links.ts'
import { accountName, timeText } from './words.ts'

/** A time in the zone that the page names beside its heading; the exact one, in UTC, shows on hover. */
export function Time({ at }: { readonly at: string | null }) {
  if (at === null) return <span className="quiet">–</span>
  return (
    <time dateTime={at} title={at}>
      {timeText(at, { hasZone: false })}
    </time>
  )
}

/** An amount as sent by the service: never converted to a number, which would round it. */
export function Usd({ amount }: { readonly amount: string | number | null }) {
  return <span className="amount">{amount === null ? '–' : `${amount} USD`}</span>
}

/** How many there are, with a way to them. */
export function Count({ of, to }: { readonly of: number; readonly to: string }) {
  return of === 0 ? 0 : <a href={to}>{of}</a>
}

interface AccountLinkProps {
  readonly id: string
  readonly name?: string | null
  /** @default the page of the account */
  readonly to?: string
}

/** An account by its name, with the beginning of its id, which a search finds. */
export function AccountLink({
  id,
  name = null,
  to = `#/accounts/${encodeURIComponent(id)}`,
}: AccountLinkProps) {
  return (
    <a className="named" href={to} title={id}>
      <span>{accountName(name)}</span>{' '}
      <span className="id">{id.length <= 14 ? id : `${id.slice(0, 12)}…`}</span>
    </a>
  )
}

export function TaskLink({ id }: { readonly id: string }) {
  return (
    <a className="id" href={`#/tasks/${encodeURIComponent(id)}`}>
      {id}
    </a>
  )
}

export function Badge({ status }: { readonly status: string }) {
  return <span className={`badge ${status.toLowerCase()}`}>{status}</span>
}

/** A product or a code, which may break after each of its words. */
export function Words({ of }: { readonly of: string }) {
  const words = of.split(/(?<=[._])/)
  return (
    <span>
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words of one name never change places.
        <Fragment key={index}>
          {word}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}

/** An error code: a link to what it means if this server has the guides. */
export function Code({ code }: { readonly code: string }) {
  const hasGuides = pageLinks.some(({ path }) => path === '/docs/')
  if (!hasGuides || !/^[A-Z_]+$/.test(code)) return <Words of={code} />
  return (
    <a className="code" href={`/docs/errors/${code}`}>
      <Words of={code} />
    </a>
  )
}

interface WhyProps {
  readonly what: ReactNode
  readonly text: ReactNode
}

/** What went wrong, and why. */
export function Why({ what, text }: WhyProps) {
  return (
    <span className="why">
      <strong>{what}</strong>
      {text}
    </span>
  )
}
