import { useId } from 'react'
import type { Field, FieldValue } from '../contract/read-forms.ts'
import { strings } from '../strings.ts'
import { Choice } from './choice.tsx'

interface FieldControlProps {
  readonly field: Field
  /** What it stands at, by whomever. */
  readonly value: FieldValue | undefined
  readonly problem: string | undefined
  readonly onChange: (value: FieldValue | undefined) => void
}

/** Enters one field of a request, as its schema in the contract says. */
export function FieldControl(props: FieldControlProps) {
  const { field, problem } = props
  const id = useId()
  const describedBy = problem === undefined ? `${id}-help` : `${id}-problem`
  return (
    <div className="field" data-field={field.name}>
      {field.kind === 'choice' && <ChoiceControl {...props} id={id} describedBy={describedBy} />}
      {field.kind === 'number' && <NumberControl {...props} id={id} describedBy={describedBy} />}
      {field.kind === 'flag' && <FlagControl {...props} id={id} describedBy={describedBy} />}
      {field.kind === 'text' && <TextControl {...props} id={id} describedBy={describedBy} />}
      <p id={`${id}-help`} className={speaksForItself(field) ? 'unseen' : 'help'}>
        {field.help}
      </p>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="fault">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Whether its control shows what it means; its help is then for screen readers. */
function speaksForItself({ kind, name, choices = [], min, max }: Field): boolean {
  if (kind === 'text') return strings.ideas[name] !== undefined
  if (kind === 'number') return min !== undefined && max !== undefined
  return kind === 'choice' && (isShape(choices) || choices.every((choice) => typeof choice === 'number'))
}

const shape = /^(\d+):(\d+)$/

/** Whether all choices are shapes, such as `16:9`. */
function isShape(choices: readonly (string | number)[]): boolean {
  return choices.every((choice) => shape.test(String(choice)))
}

type ControlProps = FieldControlProps & { readonly id: string; readonly describedBy: string }

const automatic = ''

function ChoiceControl({ field, value, onChange, describedBy }: ControlProps) {
  const { choices: given = [] } = field
  const choices = given.map((choice) => ({ value: choice, label: faceOf(choice) }))
  // With neither a default nor a preset the service decides.
  const hasDefault = field.required || field.default !== undefined
  const options = hasDefault
    ? choices
    : [{ value: automatic, label: automaticFace(isShape(given)) }, ...choices]
  return (
    <Choice<string | number>
      name={field.name}
      label={field.label}
      className={isShape(given) ? 'shapes' : 'segments'}
      options={options}
      value={typeof value === 'boolean' ? undefined : (value ?? automatic)}
      onChange={(chosen) => onChange(chosen === automatic ? undefined : chosen)}
      describedBy={describedBy}
    />
  )
}

function automaticFace(isDrawn: boolean) {
  if (!isDrawn) return strings.automatic
  return (
    <>
      <svg className="shape automatic" viewBox="0 0 16 16" aria-hidden="true">
        <rect x="1.5" y="1.5" width="13" height="13" rx="1.5" />
      </svg>
      {strings.automatic}
    </>
  )
}

/** A shape such as `16:9` is drawn above its name. */
function faceOf(choice: string | number) {
  const [, width, height] = shape.exec(String(choice)) ?? []
  if (width === undefined || height === undefined) return String(choice)
  const scale = 14 / Math.max(Number(width), Number(height))
  return (
    <>
      <svg className="shape" viewBox="0 0 16 16" aria-hidden="true">
        <rect
          x={8 - (Number(width) * scale) / 2}
          y={8 - (Number(height) * scale) / 2}
          width={Number(width) * scale}
          height={Number(height) * scale}
          rx="1.5"
        />
      </svg>
      {choice}
    </>
  )
}

function NumberControl({ field, value, onChange, id, describedBy, problem }: ControlProps) {
  const { min, max, isInteger = false } = field
  const isRange = min !== undefined && max !== undefined
  return (
    <>
      <label className="label" htmlFor={id}>
        {field.label}
        {isRange && <output htmlFor={id}>{value}</output>}
      </label>
      <div className="number">
        <input
          id={id}
          type={isRange ? 'range' : 'number'}
          min={min}
          max={max}
          step={isInteger ? 1 : 'any'}
          value={typeof value === 'number' ? value : ''}
          aria-describedby={describedBy}
          aria-invalid={problem !== undefined}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
        />
      </div>
    </>
  )
}

function FlagControl({ field, value, onChange, id, describedBy }: ControlProps) {
  return (
    <label className="flag" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={value === true}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(target.checked)}
      />
      {field.label}
    </label>
  )
}

function TextControl({ field, value, onChange, id, describedBy, problem }: ControlProps) {
  const { name, required, maxLength } = field
  const text = typeof value === 'string' ? value : ''
  const length = [...text].length
  const isNearlyFull = maxLength !== undefined && length > maxLength * 0.8
  return (
    <>
      <label className="label" htmlFor={id}>
        {field.label}
        {!required && <span className="aside">{strings.optional}</span>}
      </label>
      <textarea
        id={id}
        rows={required ? 4 : 2}
        value={text}
        placeholder={strings.ideas[name]}
        aria-describedby={describedBy}
        aria-invalid={problem !== undefined}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
      {isNearlyFull && maxLength !== undefined && (
        <p className="aside">{strings.characters(length, maxLength)}</p>
      )}
    </>
  )
}
