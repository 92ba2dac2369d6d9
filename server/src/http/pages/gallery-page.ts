import type { GalleryExample } from '@mediagen/contract/models'
import { escapeHtml } from './escape-html.ts'
import { type PageSettings, pageHead, siteHeader } from './look.ts'
import { imageWidthsPx } from './sized-images.ts'

/** Examples whose pictures are requested at once: the first row of a wide window. */
const eagerExamples = 3
/** What a picture is shown at, beyond which a browser needs no larger file: see gallery.css. */
const shownSizes = '(min-width: 48rem) 24rem, calc(100vw - 2rem)'

/** The examples as one page by category; complete without scripts, which only add motion and comparing. */
export function galleryPage(examples: readonly GalleryExample[], settings: PageSettings): string {
  const sections = sectionsOf(examples)
  const eager = new Set(sections.flatMap((section) => section.examples).slice(0, eagerExamples))
  const hasPlayground = settings.links.some(({ path }) => path === '/')
  const head = pageHead({
    title: 'Gallery',
    description: 'Every effect of this service, before and after.',
    path: '/gallery',
    settings,
  })
  return `<!doctype html>
<html lang="en">
  <head>
    ${head}
    <link rel="stylesheet" href="/gallery/page.css">
    <script src="/gallery/page.js" defer></script>
  </head>
  <body>
    ${siteHeader('/gallery', settings.links)}
    <main id="content">
      <div class="intro">
        <h1>Gallery</h1>
        <p>Every effect of this service, before and after. ${
          hasPlayground
            ? 'Try one on a picture of your own.'
            : 'The request below each makes one like it from your own upload: <a href="/api/docs">Reference</a>.'
        }</p>
      </div>
      ${sections.length > 0 ? chipsHtml(sections) : '<p class="empty">There are no examples yet.</p>'}
      ${sections.map((section) => sectionHtml(section, { eager, hasPlayground })).join('\n      ')}
    </main>
  </body>
</html>
`
}

/** Style rules that give each picture its shape before it has arrived, so that nothing moves when it does. */
export function galleryRatios(examples: readonly GalleryExample[]): string {
  const shapes = new Map(examples.map((example) => [shapeOf(example), example]))
  return [...shapes]
    .map(([shape, { width, height }]) =>
      width === null || height === null ? '' : `.${shape} { --ratio: ${(width / height).toFixed(4)}; }\n`,
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

function chipsHtml(sections: readonly Section[]): string {
  const chips = sections.map(({ id, label }) => `<a href="#${escapeHtml(id)}">${escapeHtml(label)}</a>`)
  return `<nav class="chips" aria-label="Categories">${chips.join('')}</nav>`
}

interface CardOptions {
  readonly eager: ReadonlySet<GalleryExample>
  readonly hasPlayground: boolean
}

function sectionHtml({ id, label, examples }: Section, options: CardOptions): string {
  const kind = examples.some(({ surface }) => surface === 'VIDEO') ? 'wall films' : 'wall'
  return `<section id="${escapeHtml(id)}" aria-labelledby="${escapeHtml(id)}-label">
        <h2 id="${escapeHtml(id)}-label">${escapeHtml(label)}</h2>
        <div class="${kind}">${examples.map((example) => cardHtml(example, options)).join('')}</div>
      </section>`
}

function cardHtml(example: GalleryExample, { eager, hasPlayground }: CardOptions): string {
  const title = escapeHtml(example.title)
  const request = escapeHtml(JSON.stringify(example.request))
  const frame = example.surface === 'IMAGE' ? comparedHtml : filmHtml
  return `
          <figure class="${shapeOf(example)}">
            ${frame(example, eager.has(example))}
            <figcaption>
              <h3>${title}</h3>
              <p>${escapeHtml(example.caption)}</p>
              ${
                hasPlayground
                  ? `<a href="${escapeHtml(playgroundLink(example))}" aria-label="Try it: ${title}">Try it</a>`
                  : `<code>${request}</code>`
              }
            </figcaption>
          </figure>`
}

function comparedHtml(example: GalleryExample, isEager: boolean): string {
  const title = escapeHtml(example.title)
  return `<div class="frame compared">
              ${imageHtml(example, example.output.assetId, `${example.title}: after`, isEager)}
              ${beforeHtml(example)}
              <span class="handle" aria-hidden="true"></span>
              <input type="range" min="0" max="100" value="50" aria-label="Before and after: ${title}" aria-valuetext="50% before">
            </div>`
}

function filmHtml(example: GalleryExample, isEager: boolean): string {
  const title = escapeHtml(example.title)
  const still = example.poster ?? example.input
  return `<div class="frame film">
              ${imageHtml(example, still.assetId, `${example.title}: a still of the film`, isEager)}
              ${beforeHtml(example)}
              <video src="${fileUrl(example.output.assetId)}"${sizeAttributes(example)} aria-label="${title}" preload="none" muted loop playsinline controls></video>
              <button type="button" aria-pressed="false" aria-label="Play ${title}"></button>
            </div>`
}

/** The input: over the half of an image's output; beside the output without scripts, and with a film only then. */
function beforeHtml(example: GalleryExample): string {
  const html = imageHtml(example, example.input.assetId, `${example.title}: before`, false)
  return html.replace('<img ', '<img class="before" ')
}

function imageHtml(example: GalleryExample, assetId: string, alt: string, isEager: boolean): string {
  const [small, large] = imageWidthsPx
  const largest = Math.min(large, example.width ?? large)
  // Images are never enlarged: of a small one, both files would be the same.
  const set =
    largest <= small
      ? ''
      : ` srcset="${fileUrl(assetId, small)} ${small}w, ${fileUrl(assetId, large)} ${largest}w" sizes="${shownSizes}"`
  const loading = isEager ? 'fetchpriority="high"' : 'loading="lazy"'
  return `<img src="${fileUrl(assetId, small)}"${set} alt="${escapeHtml(alt)}"${sizeAttributes(example)} ${loading}>`
}

function sizeAttributes({ width, height }: GalleryExample): string {
  return width !== null && height !== null ? ` width="${width}" height="${height}"` : ''
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
  return escapeHtml(`/gallery/files/${encodeURIComponent(assetId)}${query}`)
}
