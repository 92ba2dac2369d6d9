import type { GalleryExample } from '@mediagen/sdk'
import { ExampleMedia } from '../gallery/example-media.tsx'
import type { FileAddress } from '../gallery/files.ts'
import { Picture } from '../gallery/picture.tsx'
import { strings } from '../strings.ts'
import { Compare } from './compare.tsx'

interface HeroProps {
  readonly examples: readonly GalleryExample[]
  readonly addressOf: FileAddress | undefined
  readonly onUse: (example: GalleryExample) => void
}

/** What a first visit sees: what the service makes of an image, to be tried by hand. */
export function Hero({ examples, addressOf, onUse }: HeroProps) {
  const [main, ...others] = chosenFrom(examples)
  return (
    <div className="hero">
      <h2>{strings.hero.title}</h2>
      <p>{strings.hero.lead}</p>
      {main !== undefined && addressOf !== undefined && (
        <div className="hero-stage">
          <figure>
            <Compare
              title={main.title}
              before={
                <Picture
                  assetId={main.input.assetId}
                  {...{ addressOf, sizes, alt: strings.task.before }}
                  isFirst
                />
              }
              after={
                <Picture assetId={main.output.assetId} {...{ addressOf, sizes, alt: main.title }} isFirst />
              }
            />
            <figcaption>
              <span>{main.title}</span>
              <button type="button" className="quiet" onClick={() => onUse(main)}>
                {strings.hero.use}
              </button>
            </figcaption>
          </figure>
          {others.map((example) => (
            <button key={example.id} type="button" className="card" onClick={() => onUse(example)}>
              <ExampleMedia {...{ example, addressOf }} sizes="(max-width: 47.5rem) 50vw, 20rem" isPlaying />
              {example.surface === 'VIDEO' && <span className="badge">{strings.gallery.video}</span>}
              <span className="card-title">{example.title}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const sizes = '(max-width: 47.5rem) 100vw, 40rem'

/** An image that is wider than high, for the large place, and a video and another image beside it. */
function chosenFrom(examples: readonly GalleryExample[]): GalleryExample[] {
  const isWide = ({ width, height }: GalleryExample) => (width ?? 0) > (height ?? 0)
  const images = examples.filter(({ surface }) => surface === 'IMAGE')
  const main = images.find(isWide) ?? images[0]
  const video = examples.find(({ surface }) => surface === 'VIDEO')
  const other = images.find(
    (one) =>
      isWide(one) && one.input.assetId !== main?.input.assetId && one.category?.id !== main?.category?.id,
  )
  return [main, video, other].flatMap((one) => one ?? [])
}
