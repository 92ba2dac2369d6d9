import type { Surface } from '../../core/domain/products.ts'
import type { GeneratedMedia } from '../../core/ports/provider.ts'
import type { EngineHttp } from '../shared/calls/engine-http.ts'
import { textAt } from '../shared/calls/json-path.ts'
import { mediaAt } from '../shared/media/download.ts'

interface SavedFile {
  readonly filename: string
  readonly subfolder: string
}

/** Animated images count as videos: a workflow may have no other way to save one. */
const extensions: Readonly<Record<Surface, RegExp>> = {
  image: /\.(png|jpe?g|webp|avif|tiff?|bmp)$/i,
  video: /\.(mp4|webm|mkv|mov|avi|gif|webp|apng)$/i,
}

export interface ResultRules {
  readonly surface: Surface
  /** The node that holds the result; undefined for any. */
  readonly outputNode: string | undefined
  readonly allowedHosts: readonly string[]
}

/**
 * The file that a workflow saved. Nodes use different names for the list of their files (`images`, `gifs`,
 * `videos`), so every list is read; previews have another type than `output`. Undefined if nothing was saved.
 */
export function resultOf(http: EngineHttp, outputs: unknown, rules: ResultRules): GeneratedMedia | undefined {
  const files = entriesOf(outputs)
    .filter(([node]) => rules.outputNode === undefined || node === rules.outputNode)
    .flatMap(([, made]) => entriesOf(made).flatMap(([, list]) => (Array.isArray(list) ? list : [])))
    .flatMap((entry) => savedFile(entry) ?? [])
  const file = files.find(({ filename }) => extensions[rules.surface].test(filename)) ?? files[0]
  if (file === undefined) return undefined
  const query = new URLSearchParams({ ...file, type: 'output' })
  return mediaAt(http, http.urlOf(`view?${query}`).href, { allowedHosts: rules.allowedHosts })
}

function savedFile(entry: unknown): SavedFile | undefined {
  const filename = textAt(entry, 'filename')
  if (filename === undefined || textAt(entry, 'type') !== 'output') return undefined
  return { filename, subfolder: textAt(entry, 'subfolder') ?? '' }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}
