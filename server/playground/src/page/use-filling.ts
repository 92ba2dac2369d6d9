import { forms } from 'virtual:contract-forms'
import type { GalleryExample, Mediagen, Product } from '@mediagen/sdk'
import type { Values } from '../contract/request.ts'
import { isAccepted, refusalOf } from '../form/file-kinds.ts'
import { usePageFiles } from '../form/use-page-files.ts'
import type { RequestForm } from '../form/use-request-form.ts'
import { type FileAddress, readFile } from '../gallery/files.ts'
import { strings } from '../strings.ts'
import type { Job } from '../tasks/job.ts'
import type { NoticeText } from './banner.tsx'
import { useRequestLink } from './use-request-link.ts'

interface FillingOptions {
  readonly client: Mediagen | undefined
  readonly reader: Mediagen
  readonly addressOf: FileAddress | undefined
  readonly showForm: () => void
  readonly onNotice: (notice: NoticeText | undefined) => void
  readonly onConnection: () => void
}

export type Filling = ReturnType<typeof useFilling>

/** What fills the form besides its controls: examples, links, files anywhere on the page, and earlier generations. */
export function useFilling(entered: RequestForm, options: FillingOptions) {
  const { input } = entered
  const { client, reader, addressOf, showForm, onNotice, onConnection } = options
  const fill = (product: Product, values: Values) => {
    entered.replace(product, values)
    showForm()
  }
  const takeImage = async ({ input: { assetId }, title }: GalleryExample) => {
    const file = addressOf && (await readFile(addressOf(assetId), title))
    if (file !== undefined) input.chooseExample(assetId, file)
  }
  const begin = (example: GalleryExample) => {
    fill(example.surface === 'VIDEO' ? 'video.transform' : 'image.transform', example.request)
    void takeImage(example)
  }
  const take = (file: File) => {
    if (!isAccepted(file.type)) return onNotice({ text: refusalOf(file) })
    onNotice(undefined)
    if (client === undefined) return onConnection()
    if (!entered.takesInput) entered.choose('image.transform')
    input.choose(file)
    // Who is at the form stays there.
    if (!document.activeElement?.closest('.composer')) showForm()
  }
  const edit = ({ product, request, inputUrl }: Job) => {
    const { assetId, ...values } = { ...request }
    if (typeof assetId === 'string') input.reuse(assetId, inputUrl)
    fill(product, values)
  }
  useRequestLink(reader, forms, {
    ask: (replace) => {
      if (entered.isEmpty) return replace()
      const run = () => {
        onNotice(undefined)
        replace()
      }
      onNotice({ text: strings.share.asks, action: { text: strings.share.replace, run } })
    },
    fill,
    begin,
    takeImage,
    dropEffect: entered.dropEffect,
    tell: (names) => onNotice({ text: strings.share.ignored(names.join(', ')) }),
  })
  return { begin, take, edit, isFileOver: usePageFiles(take) }
}
