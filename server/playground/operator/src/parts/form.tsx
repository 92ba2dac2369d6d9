import { useMutation } from '@tanstack/react-query'
import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { randomKey } from '../../../shared/random-key.ts'
import { Reason } from '../failure.tsx'
import { useReload } from '../live.tsx'
import { useShell } from '../shell.ts'

/** What is entered, by the names of the fields, without spaces around it. */
export type Values = Readonly<Partial<Record<string, string>>>

interface FormProps {
  readonly label: string
  /** What its button says. */
  readonly action: string
  readonly className?: string
  readonly buttonClass?: string
  /** What its fields begin with. */
  readonly defaults?: Values
  /** What sending it would do, as it is filled in. */
  readonly foretell?: ((values: Values) => string) | undefined
  /**
   * Acts, and returns what to announce once the page shows it, if anything. The key names what is sent from one
   * filling, however often it is sent.
   */
  readonly onSend: (values: Values, idempotencyKey: string) => Promise<string> | Promise<void>
  readonly onCancel?: () => void
  readonly children?: ReactNode
}

const Defaults = createContext<Values>({})

/**
 * A form that is sent by a script. Its button is disabled while its action runs; an error is shown below, and what was
 * entered stays. Once it is done, the form begins again.
 */
export function Form(props: FormProps) {
  const { label, action, className = 'inline', buttonClass = 'primary', defaults = {} } = props
  const { foretell, onSend, onCancel, children } = props
  const { announce } = useShell()
  const reload = useReload()
  const form = useRef<HTMLFormElement>(null)
  const [idempotencyKey, setIdempotencyKey] = useState(randomKey)
  const [foretold, setForetold] = useState('')
  const tell = () => setForetold((form.current && foretell?.(valuesOf(form.current))) ?? '')
  useEffect(tell)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (sent: HTMLFormElement) => {
      const done = await onSend(valuesOf(sent), idempotencyKey)
      setIdempotencyKey(randomKey())
      sent.reset()
      if (typeof done !== 'string') return
      await reload()
      announce(done)
    },
  })
  const button = (
    <button type="submit" className={buttonClass} disabled={isPending}>
      {action}
    </button>
  )
  return (
    <form
      ref={form}
      className={className}
      aria-label={label}
      onInput={tell}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate(event.currentTarget)
      }}
    >
      <Defaults value={defaults}>{children}</Defaults>
      <p className="foretold" role="status">
        {foretold}
      </p>
      {onCancel === undefined && button}
      <div className="failure" role="alert">
        {error !== null && form.current !== null && (
          <Reason error={error} given={valuesOf(form.current)} labelOf={labelsOf(form.current)} />
        )}
      </div>
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

function labelsOf(form: HTMLFormElement): (name: string) => string {
  return (name) => form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.labels?.[0]?.textContent ?? name
}

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { readonly label: string; readonly name: string }

/** A field with its label. What is typed stays while its page is read again. */
export function Field({ label, ...attributes }: FieldProps) {
  const id = useId()
  const defaultValue = useContext(Defaults)[attributes.name]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} autoComplete="off" spellCheck={false} {...{ defaultValue, ...attributes }} />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly name: string
  /** What can be chosen, and what is read instead of it. */
  readonly choices: readonly (string | readonly [value: string, text: string])[]
  /** Whether none may be chosen, for any. @default true */
  readonly isOptional?: boolean
}

/** A choice with its label; what an address names is there also if it is none of the choices any more. */
export function Choice({ label, name, choices, isOptional = true }: ChoiceProps) {
  const id = useId()
  const chosen = useContext(Defaults)[name] ?? ''
  const texts = new Map([
    ...(isOptional ? [['', 'Any'] as const] : []),
    ...choices.map((choice) => (typeof choice === 'string' ? ([choice, choice] as const) : choice)),
  ])
  if (!texts.has(chosen)) texts.set(chosen, chosen)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={chosen}>
        {[...texts].map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
