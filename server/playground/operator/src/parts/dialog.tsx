import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { copyText } from '../../../shared/copy-text.ts'
import { type IssuedKey, useShell } from '../shell.ts'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** Whether only its own button closes it; by default Escape does, and a change of the page. */
  readonly isLocked?: boolean
  readonly children: (close: () => void) => ReactNode
}

/** A dialog, open for as long as it is rendered; the focus returns to where it was. */
export function Dialog({ title, onClose, isLocked = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { announce, setAsking } = useShell()
  const close = () => dialog.current?.close()
  const open = useEffectEvent(() => {
    // What was announced before is over with the next question.
    announce('')
    setAsking(true)
    dialog.current?.showModal()
  })
  const leave = useEffectEvent(() => {
    if (!isLocked) close()
  })
  useLayoutEffect(open, [])
  useEffect(() => {
    addEventListener('hashchange', leave)
    return () => {
      removeEventListener('hashchange', leave)
      setAsking(false)
    }
  }, [setAsking])
  // Not where it is asked: a table would give its cells' style to what is in it.
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => isLocked && event.preventDefault()}
      onClose={onClose}
    >
      <h2 id={titleId}>{title}</h2>
      {children(close)}
    </dialog>,
    document.body,
  )
}

/** Shows an API key once. Only its button closes the dialog: Escape would lose the key. */
export function NewKey({ issued, onClose }: { readonly issued: IssuedKey; readonly onClose: () => void }) {
  const { accountId, keyId, apiKey } = issued
  const [copied, setCopied] = useState('')
  const copy = async () => setCopied((await copyText(apiKey)) ? 'Copied.' : 'Select and copy it by hand.')
  return (
    <Dialog title="The new API key" isLocked onClose={onClose}>
      {(close) => (
        <>
          <p>
            It is shown only once, here; the service stores its hash alone. Its id is {keyId}, its account{' '}
            {accountId}.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is selected by the keyboard. */}
          <code className="key" tabIndex={0}>
            {apiKey}
          </code>
          <div className="actions">
            <span role="status" className="quiet">
              {copied}
            </span>
            <button type="button" onClick={copy}>
              Copy
            </button>
            <button type="button" className="primary" onClick={close}>
              I have stored it
            </button>
          </div>
        </>
      )}
    </Dialog>
  )
}
