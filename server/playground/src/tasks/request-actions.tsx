import { useState } from 'react'
import { copyText } from '../../shared/copy-text.ts'
import { linkTo } from '../contract/request-link.ts'
import { strings } from '../strings.ts'
import type { Job } from './job.ts'

interface RequestActionsProps {
  readonly job: Pick<Job, 'product' | 'request'>
  /** Undefined where another button leads back to the form. */
  readonly onEdit: (() => void) | undefined
  readonly onCode: () => void
}

/** What can be done with the request of a job; nothing where only another device knows it. */
export function RequestActions({ job: { product, request }, onEdit, onCode }: RequestActionsProps) {
  const [state, setState] = useState<'copied' | 'shown'>()
  if (request === undefined) return null
  const link = linkTo(product, request, location)
  const copy = async () => setState((await copyText(link)) ? 'copied' : 'shown')
  return (
    <>
      {onEdit !== undefined && (
        <button type="button" className="quiet" onClick={onEdit}>
          {strings.share.change}
        </button>
      )}
      <button type="button" className="quiet" onClick={copy}>
        {state === 'copied' ? strings.share.copied : strings.share.copy}
      </button>
      {state === 'shown' && (
        <input
          className="link-text"
          readOnly
          value={link}
          aria-label={strings.share.by}
          onFocus={({ target }) => target.select()}
        />
      )}
      <button type="button" className="quiet" onClick={onCode}>
        {strings.task.copyAs}
      </button>
    </>
  )
}
