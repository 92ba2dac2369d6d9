/**
 * What begins every C2PA manifest store in every container: the description box of JUMBF with the type
 * 'c2pa' (63327061-0011-0010-8000-00AA00389B71).
 */
const description = Buffer.from('6a756d6463327061001100108000' + '00aa00389b71', 'hex')

/** Whether the bytes contain a C2PA manifest store, whatever their format. */
export function hasC2paManifest(bytes: Buffer): boolean {
  return bytes.includes(description)
}
