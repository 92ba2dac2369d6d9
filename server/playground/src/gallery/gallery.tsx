import type { GalleryExample } from '@mediagen/sdk'
import { useState } from 'react'
import { strings } from '../strings.ts'
import { categoriesOf } from './categories.ts'
import { allCategories, CategoryChoice } from './category-choice.tsx'
import { ExampleMedia, MediaPlaceholder } from './example-media.tsx'
import type { FileAddress } from './files.ts'

interface GalleryProps {
  readonly examples: readonly GalleryExample[]
  readonly addressOf: FileAddress | undefined
  readonly onUse: (example: GalleryExample) => void
}

/** Examples to begin with, by category. */
export function Gallery({ examples, addressOf, onUse }: GalleryProps) {
  const [category, setCategory] = useState(allCategories)
  if (examples.length === 0) return null
  const categories = categoriesOf(examples)
  const visible = examples.filter(
    (example) => category === allCategories || example.category?.id === category,
  )
  return (
    <section className="gallery" aria-labelledby="gallery-title">
      <h2 id="gallery-title">{strings.gallery.title}</h2>
      <p className="aside">{strings.gallery.lead}</p>
      <CategoryChoice
        name="gallery-category"
        label={strings.gallery.categories}
        categories={categories}
        value={category}
        onChange={setCategory}
      />
      <ul>
        {visible.map((example) => (
          <li key={example.id}>
            <button type="button" className="card" onClick={() => onUse(example)}>
              {addressOf === undefined ? (
                <MediaPlaceholder name={example.title} />
              ) : (
                <ExampleMedia {...{ example, addressOf }} sizes="(max-width: 36rem) 50vw, 18rem" />
              )}
              {example.surface === 'VIDEO' && <span className="badge">{strings.gallery.video}</span>}
              <span className="card-title">{example.title}</span>
              <span className="card-text">{example.caption}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
