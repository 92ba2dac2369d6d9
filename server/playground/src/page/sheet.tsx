import { type ReactNode, useEffect, useRef } from 'react'
import { strings } from '../strings.ts'

interface SheetProps {
  readonly children: ReactNode
  readonly onClose: () => void
}

/**
 * A dialog from the bottom edge, open for as long as it is rendered. Escape, a tap beside it, its button and the
 * browser's way back close it; the rest of the page is inert meanwhile, and the focus returns to where it was.
 */
export function Sheet({ children, onClose }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const closed = useRef(onClose)
  closed.current = onClose

  useEffect(() => {
    dialog.current?.showModal()
    // Not the first field: on a phone its keyboard would cover what there is to choose.
    title.current?.focus({ preventScroll: true })
    // The way back must not scroll away from the result that the page has moved to.
    history.scrollRestoration = 'manual'
    if (!isSheetStep()) history.pushState({ sheet: true }, '')
    const goBack = () => {
      if (isSheetStep()) return
      history.scrollRestoration = 'auto'
      dialog.current?.close()
      closed.current()
    }
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [])

  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby="sheet-title"
      {...{ closedby: 'any' }}
      onClose={leaveSheet}
    >
      <header>
        <h2 id="sheet-title" ref={title} tabIndex={-1}>
          {strings.form.title}
        </h2>
        <button type="button" className="quiet" onClick={leaveSheet}>
          {strings.form.close}
        </button>
      </header>
      {children}
    </dialog>
  )
}

/** Whether the page stands at the step that an open sheet has in the history. */
export function isSheetStep(): boolean {
  return Object(history.state).sheet === true
}

/** Closes the sheet, if one is open, by taking back its step. */
export function leaveSheet(): void {
  if (isSheetStep()) history.back()
}
