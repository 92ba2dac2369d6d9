import type { Effect, GalleryExample } from '@mediagen/sdk'
import { useId, useState } from 'react'
import { categoriesOf, exampleOf } from '../gallery/categories.ts'
import { allCategories, CategoryChoice } from '../gallery/category-choice.tsx'
import { ExampleMedia, MediaPlaceholder } from '../gallery/example-media.tsx'
import type { FileAddress } from '../gallery/files.ts'
import { strings } from '../strings.ts'
import { Choice } from './choice.tsx'

interface EffectControlProps {
  readonly label: string
  /** Those of the product's surface; undefined while they are being read. */
  readonly effects: readonly Effect[] | undefined
  readonly examples: readonly GalleryExample[]
  readonly addressOf: FileAddress | undefined
  readonly value: string | undefined
  /** Whether none is a choice, too. */
  readonly isOptional: boolean
  readonly problem: string | undefined
  readonly onChange: (effectId: string | undefined) => void
}

/** The value of no effect. */
const none = ''

/** Chooses an effect by its image. */
export function EffectControl(props: EffectControlProps) {
  const { label, effects, examples, addressOf, value, isOptional, problem, onChange } = props
  const [category, setCategory] = useState(allCategories)
  const id = useId()
  const shown = (effects ?? []).map((effect) => ({
    effect,
    example: exampleOf(examples, effect.id, effect.surface),
  }))
  const categories = categoriesOf(shown.flatMap(({ example }) => example ?? []))
  const isKnown = categories.some((one) => one.id === category)
  const visible = shown.filter(({ example }) => !isKnown || example?.category?.id === category)
  const chosen = effects?.find((effect) => effect.id === value)
  return (
    <div className="field" data-field="effectId">
      <span className="label" aria-hidden="true">
        {label}
      </span>
      {problem !== undefined && <p className="fault">{problem}</p>}
      {effects === undefined && <p className="aside">{strings.effects.loading}</p>}
      {effects?.length === 0 && <p className="aside">{strings.effects.empty}</p>}
      <CategoryChoice
        name="effect-category"
        label={strings.effects.categories}
        categories={categories}
        value={isKnown ? category : allCategories}
        onChange={setCategory}
      />
      {effects !== undefined && effects.length > 0 && (
        <Choice
          name="effectId"
          label={label}
          isLabelHidden
          className="tiles"
          describedBy={id}
          value={value ?? none}
          options={[
            ...(isOptional
              ? [{ value: none, label: <span className="no-effect">{strings.effects.none}</span> }]
              : []),
            ...visible.map(({ effect, example }) => ({
              value: effect.id,
              label: (
                <>
                  {example !== undefined && addressOf !== undefined ? (
                    <ExampleMedia {...{ example, addressOf }} sizes="9rem" />
                  ) : (
                    <MediaPlaceholder name={effect.name} />
                  )}
                  <span className="tile-name">{effect.name}</span>
                </>
              ),
            })),
          ]}
          onChange={(effectId) => onChange(effectId === none ? undefined : effectId)}
        />
      )}
      <p id={id} className="aside">
        {chosen?.description}
      </p>
    </div>
  )
}
