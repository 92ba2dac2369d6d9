import { forms } from 'virtual:contract-forms'
import type { Problem } from '../service/explain.ts'
import { strings } from '../strings.ts'

const labels = new Map(forms.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label])))

/** What went wrong and what to do, read aloud when it appears. */
export function Problems({ problem }: { readonly problem: Problem }) {
  const { title, advice, message, code, requestId, retryAfterSeconds, details } = problem
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
              {labels.get(detail.field) ?? detail.field}: {detail.message}
            </li>
          ))}
        </ul>
      )}
      <p className="aside">
        {code !== undefined && (
          <>
            {strings.errors.code}: <code>{code}</code>{' '}
          </>
        )}
        {requestId !== undefined && (
          <>
            {strings.errors.request}: <code>{requestId}</code>
          </>
        )}
      </p>
    </div>
  )
}
