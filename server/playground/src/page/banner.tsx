import { strings } from '../strings.ts'
import type { Outage } from './use-connectivity.ts'

/** Says that the service cannot be reached, and that nothing is lost. */
export function Banner({ outage, onRetry }: { readonly outage: Outage; readonly onRetry: () => void }) {
  return (
    <div className="banner">
      <p>{strings.connectivity[outage]}</p>
      {outage === 'away' && (
        <button type="button" className="quiet" onClick={onRetry}>
          {strings.connectivity.retry}
        </button>
      )}
    </div>
  )
}

/** Says why something that was just done came to nothing. */
export function Notice({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    <div className="notice" role="alert">
      <p>{text}</p>
      <button type="button" className="quiet" onClick={onClose}>
        {strings.notice.close}
      </button>
    </div>
  )
}
