import type { Mediagen } from '@mediagen/sdk'
import { type GenerationStorage, useAccount, useGeneration, useTask, useUpload } from '@mediagen/sdk/react'

/** A component that a server renders without a client, and a page hydrates with one. */
export function Hello(props: { readonly client?: Mediagen; readonly storage?: GenerationStorage }) {
  const { client, storage } = props
  const states = [
    useGeneration(client, { storage, name: 'order of anna' }).state,
    useTask(client, 'task1').state,
    useUpload(client).state,
    String(useAccount(client).account?.balance),
  ]
  return <output id="hello">{states.join(' ')}</output>
}

export function root(): Element {
  const element = document.querySelector('#root')
  if (element === null) throw new Error('the page has no root')
  return element
}
