import type { GalleryExample } from '@mediagen/contract/models'
import type { PageSettings } from '../../src/http/pages/look.ts'
import { imageWidthsPx } from '../../src/http/pages/sized-images.ts'
import { renderPage } from './document.tsx'

/** Examples whose pictures are requested at once: the first row of a wide window. */
const eagerExamples = 3
/** What a picture is shown at, beyond which a browser needs no larger file: see gallery.css. */
const shownSizes = '(min-width: 48rem) 24rem, calc(100vw - 2rem)'

/**
 * The examples as one page by category, with the rules in it; complete without scripts, which only add motion and
 * comparing.
 */
export function galleryPage(examples: readonly GalleryExample[], settings: PageSettings) {
  const sections = sectionsOf(examples)
  const eager = new Set(sections.flatMap((section) => section.examples).slice(0, eagerExamples))
  const hasPlayground = settings.links.some(({ path }) => path === '/')
  const description = 'Every effect of this service, before and after.'
  const rules = ratiosOf(examples)
  const html = renderPage(
    { title: 'Gallery', description, path: '/gallery', settings, rules, hasFiles: true },
    <>
      <div className="intro">
        <h1>Gallery</h1>
        <p>
          {description}{' '}
          {hasPlayground ? (
            'Try one on a picture of your own.'
          ) : (
            <>
              The request below each makes one like it from your own upload: <a href="/api/docs">Reference</a>
              .
            </>
          )}
        </p>
      </div>
      {sections.length > 0 ? (
        <nav className="chips" aria-label="Categories">
          {sections.map(({ id, label }) => (
            <a key={id} href={`#${id}`}>
              {label}
            </a>
          ))}
        </nav>
      ) : (
        <p className="empty">There are no examples yet.</p>
      )}
      {sections.map(({ id, label, examples }) => (
        <section key={id} id={id} aria-labelledby={`${id}-label`}>
          <h2 id={`${id}-label`}>{label}</h2>
          <div className={examples.some(({ surface }) => surface === 'VIDEO') ? 'wall films' : 'wall'}>
            {examples.map((example) => (
              <Card key={example.id} {...{ example, hasPlayground }} isEager={eager.has(example)} />
            ))}
          </div>
        </section>
      ))}
    </>,
  )
  return { html, rules }
}

/** Style rules that give each picture its shape before it has arrived, so that nothing moves when it does. */
function ratiosOf(examples: readonly GalleryExample[]): string {
  const shapes = new Map(examples.map((example) => [shapeOf(example), example]))
  return [...shapes]
    .map(([shape, { width, height }]) =>
      width === null || height === null ? '' : `.${shape}{--ratio:${(width / height).toFixed(4)}}`,
    )
    .join('')
}

interface Section {
  readonly id: string
  readonly label: string
  readonly sortOrder: number
  readonly examples: GalleryExample[]
}

function sectionsOf(examples: readonly GalleryExample[]): Section[] {
  const sections = new Map<string, Section>()
  for (const example of examples) {
    const { id, label, sortOrder } = example.category ?? {
      id: 'more',
      label: 'More',
      sortOrder: Number.MAX_VALUE,
    }
    const section = sections.get(id) ?? { id, label, sortOrder, examples: [] }
    section.examples.push(example)
    sections.set(id, section)
  }
  return [...sections.values()].sort((left, right) => left.sortOrder - right.sortOrder)
}

interface CardProps {
  readonly example: GalleryExample
  readonly isEager: boolean
  readonly hasPlayground: boolean
}

function Card({ example, isEager, hasPlayground }: CardProps) {
  const { surface, title, caption, request, input, output, poster } = example
  const isFilm = surface === 'VIDEO'
  const shown = isFilm ? (poster ?? input) : output
  const name = isFilm ? 'a still of the film' : 'after'
  return (
    <figure className={shapeOf(example)}>
      <div className={isFilm ? 'frame film' : 'frame compared'}>
        <Picture example={example} assetId={shown.assetId} name={name} isEager={isEager} />
        <Picture example={example} assetId={input.assetId} name="before" isEager={false} />
        {isFilm ? <Film example={example} /> : <Divider title={title} />}
      </div>
      <figcaption>
        <h3>{title}</h3>
        <p>{caption}</p>
        {hasPlayground ? (
          <a href={playgroundLink(example)} aria-label={`Try it: ${title}`}>
            Try it
          </a>
        ) : (
          <code>{JSON.stringify(request)}</code>
        )}
      </figcaption>
    </figure>
  )
}

function Divider({ title }: { readonly title: string }) {
  const label = { 'aria-label': `Before and after: ${title}`, 'aria-valuetext': '50% before' }
  return (
    <>
      <span className="handle" aria-hidden="true" />
      <input type="range" min="0" max="100" defaultValue="50" {...label} />
    </>
  )
}

/** With the browser's own controls until a script takes them. */
function Film({ example }: Pick<CardProps, 'example'>) {
  const { title, output } = example
  const film = { src: fileUrl(output.assetId), ...sizeOf(example), 'aria-label': title }
  return (
    <>
      <video {...film} preload="none" muted loop playsInline controls />
      <button type="button" aria-pressed="false" aria-label={`Play ${title}`} />
    </>
  )
}

interface PictureProps extends Omit<CardProps, 'hasPlayground'> {
  readonly assetId: string
  /** What it is of the example: `before` covers a half, and stands beside without scripts. */
  readonly name: string
}

function Picture({ example, assetId, name, isEager }: PictureProps) {
  const [small, large] = imageWidthsPx
  const largest = Math.min(large, example.width ?? large)
  // Images are never enlarged: of a small one, both files would be the same.
  const set = largest > small && {
    srcSet: `${fileUrl(assetId, small)} ${small}w, ${fileUrl(assetId, large)} ${largest}w`,
    sizes: shownSizes,
  }
  return (
    <img
      className={name === 'before' ? name : undefined}
      src={fileUrl(assetId, small)}
      {...set}
      alt={`${example.title}: ${name}`}
      {...sizeOf(example)}
      fetchPriority={isEager ? 'high' : undefined}
      loading={isEager ? undefined : 'lazy'}
    />
  )
}

function sizeOf({ width, height }: GalleryExample) {
  return width !== null && height !== null ? { width, height } : {}
}

/** A class name: examples of one size have the same. */
function shapeOf({ width, height }: GalleryExample): string {
  return width !== null && height !== null ? `shape-${width}-${height}` : 'shape-unknown'
}

/** The playground with the example's request and its input. */
function playgroundLink({ id, surface, request }: GalleryExample): string {
  const product = surface === 'IMAGE' ? 'image.transform' : 'video.transform'
  const fields = { product, ...request, example: id }
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])
  return `/#${new URLSearchParams(texts)}`
}

function fileUrl(assetId: string, width?: number): string {
  const query = width === undefined ? '' : `?width=${width}`
  return `/gallery/files/${encodeURIComponent(assetId)}${query}`
}
