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

/** What the page says, and what can be done about it. */
export interface NoticeText {
  readonly text: string
  readonly action?: { readonly text: string; readonly run: () => void }
}

/** Says why something came to nothing, or asks before it is done. */
export function Notice({ text, action, onClose }: NoticeText & { readonly onClose: () => void }) {
  return (
    <div className="notice" role="alert">
      <p>{text}</p>
      {action !== undefined && (
        <button type="button" onClick={action.run}>
          {action.text}
        </button>
      )}
      <button type="button" className="quiet" onClick={onClose}>
        {strings.notice.close}
      </button>
    </div>
  )
}
