import { type ComponentType, lazy, Suspense } from 'react'
import { strings } from '../strings.ts'

interface DialogProps {
  readonly onClose: () => void
}

/** A dialog that is loaded when it is first opened: the first view does without it. Says so if it cannot be loaded. */
export function later<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy<ComponentType<Props>>(() =>
    load().then(
      (Dialog) => ({ default: Dialog }),
      () => ({ default: NotLoaded }),
    ),
  )
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}

const openModal = (dialog: HTMLDialogElement | null) => dialog?.showModal()

function NotLoaded({ onClose }: DialogProps) {
  return (
    <dialog ref={openModal} onClose={onClose}>
      <form method="dialog">
        <p>{strings.notice.notLoaded}</p>
        <button type="submit">{strings.notice.close}</button>
      </form>
    </dialog>
  )
}
