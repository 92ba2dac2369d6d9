import type { GalleryExample, Mediagen, Product } from '@mediagen/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValue, Form } from '../contract/read-forms.ts'
import type { Values } from '../contract/request.ts'
import { type LinkedRequest, readLink } from '../contract/request-link.ts'

/**
 * How a form takes what a link asks for. Nothing of it orders anything, or uploads anything: a page of another
 * site can lead here, too, while somebody types.
 */
export interface LinkTarget {
  /** Calls `replace` at once where the form is empty, and else when its user agrees. */
  ask(replace: () => void): void
  fill(product: Product, values: Values): void
  /** Fills in the settings and the image of an example. */
  begin(example: GalleryExample): void
  /** Takes the image of an example alone. */
  takeImage(example: GalleryExample): void
  /** Forgets an effect, unless another one was chosen since. */
  dropEffect(effectId: FieldValue): void
  /** Names what was left out. */
  tell(names: readonly string[]): void
}

/** The names that are shown of what a link has too much: anybody can write a link. */
const namesMax = 5
const nameLengthMax = 40

/**
 * Fills the form in with the request in the page's address, when the page opens and whenever a link within it
 * leads to another one; the request then leaves the address. `reader` reads the catalogue; that of another
 * service may not have the effect.
 */
export function useRequestLink(reader: Mediagen, forms: readonly Form[], target: LinkTarget): void {
  const [linked, setLinked] = useState<LinkedRequest>()
  const completed = useRef<LinkedRequest>(undefined)
  const latest = useRef(target)
  latest.current = target

  const tell = useCallback((names: readonly string[]) => {
    if (names.length > 0)
      latest.current.tell(names.slice(0, namesMax).map((name) => name.slice(0, nameLengthMax)))
  }, [])

  useEffect(() => {
    const read = () => {
      const found = readLink(location.hash, forms)
      if (found === undefined) return
      history.replaceState(history.state, '', `${location.pathname}${location.search}`)
      const { product, values, ignored } = found
      const take = () => {
        if (product !== undefined) latest.current.fill(product, values)
        tell(ignored)
        setLinked(found)
      }
      // An example alone replaces nothing before it is read.
      if (product === undefined) take()
      else latest.current.ask(take)
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [forms, tell])

  useEffect(() => {
    if (linked === undefined) return
    const stop = new AbortController()
    const { signal } = stop
    const isAgain = completed.current === linked
    complete(reader, isAgain ? { ...linked, example: undefined } : linked, () => latest.current, signal).then(
      (more) => {
        if (signal.aborted) return
        completed.current = linked
        if (more.length > 0) tell([...linked.ignored, ...more])
      },
      // The page itself says that the service has no catalogue to compare with.
      () => undefined,
    )
    return () => stop.abort()
  }, [reader, linked, tell])
}

/** Does what only the service's catalogue makes possible. Resolves to the names of what it does not have. */
async function complete(
  reader: Mediagen,
  { product, values: { effectId }, example: exampleId }: LinkedRequest,
  target: () => LinkTarget,
  signal: AbortSignal,
): Promise<string[]> {
  if (effectId === undefined && exampleId === undefined) return []
  const [effects, examples] = await Promise.all([reader.effects({ signal }), reader.examples({ signal })])
  if (signal.aborted) return []
  const surface = product?.startsWith('video') ? 'video' : 'image'
  const hasEffect = effects.some((effect) => effect.id === effectId && effect.surface === surface)
  if (effectId !== undefined && !hasEffect) target().dropEffect(effectId)
  const example = examples.find(({ id }) => id === exampleId)
  if (example !== undefined) {
    if (product === undefined) target().ask(() => target().begin(example))
    else target().takeImage(example)
  }
  return [
    ...(effectId !== undefined && !hasEffect ? ['effectId'] : []),
    ...(exampleId !== undefined && example === undefined ? ['example'] : []),
  ]
}
