import { type FormEvent, type InputHTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react'
import { messageOf, newIdempotencyKey } from '../api.ts'

/** What is entered, by the names of the fields, without spaces around it. */
export type Values = Readonly<Partial<Record<string, string>>>

interface FormProps {
  readonly label: string
  /** What its button says. */
  readonly action: string
  readonly className?: string
  readonly buttonClass?: string
  /** What sending it would do, as it is filled in. */
  readonly foretell?: ((values: Values) => string) | undefined
  /** The key names what is sent from one filling, however often it is sent. */
  readonly onSend: (values: Values, idempotencyKey: string) => Promise<void> | void
  readonly onCancel?: () => void
  readonly children?: ReactNode
}

/**
 * A form that is sent by a script. Its button is disabled while its action runs; an error is shown below, and what was
 * entered stays. Once it is done, the form begins again.
 */
export function Form(props: FormProps) {
  const { label, action, className = 'inline', buttonClass = 'primary', foretell, onSend, onCancel } = props
  const form = useRef<HTMLFormElement>(null)
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const [foretold, setForetold] = useState('')
  const tell = () => setForetold((form.current && foretell?.(valuesOf(form.current))) ?? '')
  useEffect(tell)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = event.currentTarget
    if (isSending) return
    setSending(true)
    setFailure('')
    try {
      await onSend(valuesOf(sent), idempotencyKey)
      setIdempotencyKey(newIdempotencyKey())
      sent.reset()
    } catch (error) {
      setFailure(messageOf(error))
    }
    setSending(false)
  }
  const button = (
    <button type="submit" className={buttonClass} disabled={isSending}>
      {action}
    </button>
  )
  return (
    <form ref={form} className={className} aria-label={label} onSubmit={send} onInput={tell}>
      {props.children}
      <p className="foretold" role="status">
        {foretold}
      </p>
      {onCancel === undefined && button}
      <p className="failure" role="alert">
        {failure}
      </p>
      {onCancel !== undefined && (
        <div className="actions">
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
          {button}
        </div>
      )}
    </form>
  )
}

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { readonly label: string; readonly name: string }

/** A field with its label. What is typed stays while its page is read again. */
export function Field({ label, id, ...attributes }: FieldProps) {
  const own = id ?? `field-${attributes.name}`
  return (
    <div className="field">
      <label htmlFor={own}>{label}</label>
      <input id={own} autoComplete="off" spellCheck={false} {...attributes} />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly choices: readonly string[]
}

/** A choice with its label, of one or any. */
export function Choice({ label, name, value, choices }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={`field-${name}`}>{label}</label>
      <select id={`field-${name}`} name={name} defaultValue={value}>
        <option value="">Any</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </div>
  )
}
