/** Makes the id of what is the given one of its kind. */
export type MakeId = (kind: 'task' | 'asset', count: number) => string

export const countedId: MakeId = (kind, count) => `${kind}${count}`

const idCharacters = 24

/** As the ids of the service look. */
export const randomId: MakeId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(idCharacters)), (byte) => (byte % 36).toString(36)).join(
    '',
  )
