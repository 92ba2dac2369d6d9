import { Choice } from '../form/choice.tsx'
import { strings } from '../strings.ts'
import type { Category } from './categories.ts'

/** The value of no category in particular. */
export const allCategories = ''

interface CategoryChoiceProps {
  readonly name: string
  readonly label: string
  readonly categories: readonly Category[]
  readonly value: string
  readonly onChange: (category: string) => void
}

/** Narrows images to a category; nothing where there is no more than one. */
export function CategoryChoice({ name, label, categories, value, onChange }: CategoryChoiceProps) {
  if (categories.length < 2) return null
  return (
    <Choice
      name={name}
      label={label}
      isLabelHidden
      className="chips"
      value={value}
      options={[
        { value: allCategories, label: strings.effects.all },
        ...categories.map((one) => ({ value: one.id, label: one.label })),
      ]}
      onChange={onChange}
    />
  )
}
