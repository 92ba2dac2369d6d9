/** The address of a gallery's file. */
export type FileAddress = (assetId: string) => string

/** The address of each file of a gallery, which stand below the given one. */
export function addressIn(gallery: string): FileAddress {
  return (assetId) => `${gallery}${encodeURIComponent(assetId)}`
}

/** A file of the gallery under the name that it is given; undefined if it cannot be read. */
export async function readFile(address: string, name: string): Promise<File | undefined> {
  const response = await fetch(address).catch(() => undefined)
  if (!response?.ok) return undefined
  const blob = await response.blob()
  return new File([blob], name, { type: blob.type })
}
