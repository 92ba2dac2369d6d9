import type { GalleryExample } from '@mediagen/contract/models'
import { escapeHtml } from './escape-html.ts'
import { lookHead, type PageLink, siteHeader } from './look.ts'

/** The examples as one page without scripts, grouped by category. */
export function galleryPage(examples: readonly GalleryExample[], links: readonly PageLink[]): string {
  const headings = new Map<string, { label: string; sortOrder: number; examples: GalleryExample[] }>()
  for (const example of examples) {
    const { id, label, sortOrder } = example.category ?? {
      id: '',
      label: 'More',
      sortOrder: Number.MAX_VALUE,
    }
    const heading = headings.get(id) ?? { label, sortOrder, examples: [] }
    heading.examples.push(example)
    headings.set(id, heading)
  }
  const sections = [...headings.values()]
    .sort((left, right) => left.sortOrder - right.sortOrder)
    .map(sectionHtml)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Gallery</title>
    ${lookHead}
    <link rel="stylesheet" href="/gallery/page.css">
  </head>
  <body>
    ${siteHeader('/gallery', links)}
    <main id="content">
      <h1>Gallery</h1>
      <p>What each effect makes of an image. The request beside it makes one like it from your own upload; <a href="/api/docs">the reference</a> tells how.</p>
    ${sections.length > 0 ? sections.join('\n    ') : '<p>There are no examples yet.</p>'}
    </main>
  </body>
</html>
`
}

function sectionHtml(heading: { label: string; examples: readonly GalleryExample[] }): string {
  return `<section>
      <h2>${escapeHtml(heading.label)}</h2>
      <div class="examples">${heading.examples.map(exampleHtml).join('')}</div>
    </section>`
}

function exampleHtml(example: GalleryExample): string {
  return `
        <figure>
          <div class="pair">
            ${imageHtml(example.input.assetId, `${example.title}: before`)}
            ${outputHtml(example)}
          </div>
          <figcaption>
            <h3>${escapeHtml(example.title)}</h3>
            <p>${escapeHtml(example.caption)}</p>
            <code>${escapeHtml(JSON.stringify(example.request))}</code>
          </figcaption>
        </figure>`
}

function outputHtml(example: GalleryExample): string {
  const { output, poster, surface, title, width, height } = example
  const size = width !== null && height !== null ? ` width="${width}" height="${height}"` : ''
  if (surface === 'IMAGE') return imageHtml(output.assetId, `${title}: after`, size)
  const posterAttribute = poster === null ? '' : ` poster="${fileUrl(poster.assetId)}"`
  return `<video src="${fileUrl(output.assetId)}"${posterAttribute}${size} controls muted loop playsinline preload="none"></video>`
}

function imageHtml(assetId: string, description: string, size = ''): string {
  return `<img src="${fileUrl(assetId)}" alt="${escapeHtml(description)}"${size} loading="lazy">`
}

function fileUrl(assetId: string): string {
  return escapeHtml(`/gallery/files/${encodeURIComponent(assetId)}`)
}

export const galleryStyle = `body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--font); }
main { max-width: 80rem; margin: 0 auto; padding: 1rem var(--gutter) 4rem; }
main > p { max-width: 46rem; }
main a { color: var(--accent); }
.examples { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); }
figure { margin: 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); overflow: hidden; }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 2px; }
.pair > * { width: 100%; height: 14rem; object-fit: cover; display: block; background: var(--sunken); }
figcaption { padding: 0.75rem 1rem 1rem; }
figcaption h3 { margin: 0; font-size: 1.05rem; }
figcaption p { margin: 0.25rem 0 0.5rem; }
code { font: 0.8rem/1.5 var(--mono); overflow-wrap: anywhere; }
`
