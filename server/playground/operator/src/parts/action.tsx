import { type ReactNode, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { Form, type Values } from './form.tsx'

interface ActionProps {
  /** What the button says. */
  readonly button: string
  /** What the button is called, if there are several that say the same. */
  readonly label?: string
  readonly title: string
  /** What the button of the question says. */
  readonly does: string
  readonly isDangerous?: boolean
  /** What its fields begin with. */
  readonly defaults?: Values
  readonly foretell?: (values: Values) => string
  /** Acts, and returns what to announce. */
  readonly onSend: (values: Values, idempotencyKey: string, close: () => void) => Promise<string>
  /** What will happen, and the fields. */
  readonly children: ReactNode
}

/** A button whose question says what will happen, and what became of it once the page shows it. */
export function Action({ button, label, title, does, isDangerous, onSend, ...form }: ActionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={isDangerous ? 'danger' : undefined}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {button}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          {(close) => (
            <Form
              {...form}
              className="stacked"
              label={title}
              action={does}
              buttonClass={isDangerous ? 'danger' : 'primary'}
              onCancel={close}
              onSend={async (values, idempotencyKey) => {
                const done = await onSend(values, idempotencyKey, close)
                close()
                return done
              }}
            />
          )}
        </Dialog>
      )}
    </>
  )
}
