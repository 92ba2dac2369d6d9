import type { PageLink } from '../../shared/site-header.tsx'

/** What the server that served the page says of itself. */
export interface PageSettings {
  /** Where the service is used without a key; absent: the page asks for one. */
  readonly proxy?: string | undefined
  /** What the id of a gallery's file is appended to; absent: there are no images of examples. */
  readonly gallery?: string | undefined
  /** The pages of the server that the header links to. */
  readonly links: readonly PageLink[]
  /** A service to suggest, where the page may use any; absent: the page uses the one that served it. */
  readonly address?: string | undefined
  /** Whether every engine of the service is a renderer without a model. */
  readonly isProcedural: boolean
  /** After how many days files are deleted, counted from the last use and from the end of the task; null: never. */
  readonly retention?: { readonly uploadDays: number | null; readonly resultDays: number | null } | undefined
}

/** Reads the element that the server fills in. Throws for one that is not JSON. */
export function readSettings(page: Pick<Document, 'querySelector'>): PageSettings {
  const content = page.querySelector('meta[name="playground"]')?.getAttribute('content') ?? '{}'
  const given: Record<string, unknown> = JSON.parse(content)
  const { retention } = given
  const daysOf = (days: unknown) => (typeof days === 'number' ? days : null)
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : undefined)
  return {
    proxy: text('proxy'),
    gallery: text('gallery'),
    address: text('address'),
    isProcedural: given.isProcedural === true,
    retention: retention
      ? { uploadDays: daysOf(Object(retention).uploadDays), resultDays: daysOf(Object(retention).resultDays) }
      : undefined,
    links: (given.links ?? []) as PageLink[],
  }
}
