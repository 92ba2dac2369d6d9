import type { ReactNode } from 'react'

interface ChoiceProps<Value extends string | number> {
  /** The name of the group, by which the browser tells it from others. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly className?: string
  readonly isLabelHidden?: boolean
  readonly describedBy?: string | undefined
}

/** One of several, as native radio buttons: arrow keys and screen readers work by themselves. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { name, label, options, value, onChange, className = 'segments', isLabelHidden = false } = props
  return (
    <fieldset className="choice" aria-describedby={props.describedBy}>
      <legend className={isLabelHidden ? 'unseen' : 'label'}>{label}</legend>
      <div className={className}>
        {options.map((option) => (
          <label key={option.value} className="option">
            <input
              type="radio"
              name={name}
              className="unseen"
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="face">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
