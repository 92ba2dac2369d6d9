import { forms } from 'virtual:contract-forms'
import { createContext, type ReactNode, useContext } from 'react'
import type { Problem } from '../service/explain.ts'
import { strings } from '../strings.ts'

const labels = new Map(forms.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label])))

/** Where the server has a page for each code of an error, which is appended; undefined: it has none. */
export const ErrorPages = createContext<string | undefined>(undefined)

/** What went wrong and what to do, read aloud when it appears; `children` are the buttons that do it. */
export function Problems({
  problem,
  children,
}: {
  readonly problem: Problem
  readonly children?: ReactNode
}) {
  const { title, advice, message, code, requestId, retryAfterSeconds, details } = problem
  // The SDK's own errors have the name of a class, which tells a visitor nothing.
  const hasCode = code !== undefined && /^[A-Z_0-9]+$/.test(code)
  return (
    <div className="problem" role="alert">
      <strong>{title}</strong>
      <p>
        {advice}
        {retryAfterSeconds !== undefined && ` ${strings.errors.retry(retryAfterSeconds)}`}
      </p>
      {message !== undefined && <p className="quoted">{message}</p>}
      {details.length > 0 && (
        <ul>
          {details.map((detail) => (
            <li key={`${detail.field} ${detail.message}`}>
              {labels.get(detail.field) ?? detail.field} {detail.message}
            </li>
          ))}
        </ul>
      )}
      {children !== undefined && <div className="actions">{children}</div>}
      {(hasCode || requestId !== undefined) && (
        <p className="aside">
          {hasCode && (
            <span>
              {strings.errors.code}: <Code code={code} />
            </span>
          )}
          {requestId !== undefined && (
            <span>
              {strings.errors.request}: <code>{requestId}</code>
            </span>
          )}
        </p>
      )}
    </div>
  )
}

/** A code of the contract, with the page that explains it. */
function Code({ code }: { readonly code: string }) {
  const pages = useContext(ErrorPages)
  if (pages === undefined) return <code>{code}</code>
  return (
    <a href={`${pages}${code}`}>
      <code>{code}</code>
    </a>
  )
}
