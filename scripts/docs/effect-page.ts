import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { projectRoot } from '../set-up/project.mjs'
import type { Page } from './page.ts'

interface Catalogue {
  readonly effects: readonly { readonly id: string; readonly name: string; readonly description: string }[]
}
interface Gallery {
  readonly examples: readonly {
    readonly surface: 'IMAGE' | 'VIDEO'
    readonly caption: string
    readonly request: { readonly effectId: string }
    readonly input: { readonly assetId: string }
    readonly poster: { readonly assetId: string } | null
    readonly output: { readonly assetId: string }
  }[]
  readonly files: Readonly<Record<string, { readonly file: string }>>
}

/** The path from the page to the folder of the catalogue. */
const catalogueFromPage = '../../../server/catalogue'

/** Every effect of the catalogue with its image or video: the gallery as a page of the site. */
export async function effectPage(): Promise<Page> {
  const { effects } = await read<Catalogue>('effects.yaml')
  const { examples, files } = await read<Gallery>('gallery.yaml')
  const fileOf = ({ assetId }: { readonly assetId: string }) => `${catalogueFromPage}/${files[assetId]?.file}`
  const section = (surface: 'IMAGE' | 'VIDEO') =>
    examples
      .filter((example) => example.surface === surface)
      .map((example) => {
        const { effectId } = example.request
        const effect = effects.find(({ id }) => id === effectId)
        const poster = example.poster === null ? '' : ` poster="${fileOf(example.poster)}"`
        const after =
          surface === 'IMAGE'
            ? `![${effect?.name}: after](${fileOf(example.output)})`
            : `<video src="${fileOf(example.output)}"${poster} controls muted loop playsinline preload="none"></video>`
        return `### ${effect?.name}

\`${effectId}\`: ${effect?.description}

| Before | After |
|---|---|
| ![${effect?.name}: before](${fileOf(example.input)}) | ${after} |

${example.caption}
`
      })
      .join('\n')
  const text = `# Every effect

Made by the studio from the images on the left. [Effects](/guides/effects) tells how to use them.

## Image effects

${section('IMAGE')}
## Video effects

${section('VIDEO')}`
  return { path: 'reference/effects.md', text }
}

async function read<File>(name: string): Promise<File> {
  return parse(await readFile(`${projectRoot}/server/catalogue/${name}`, 'utf8'))
}
