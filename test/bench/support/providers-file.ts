import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a PROVIDERS_FILE with one engine for one product; returns its path. */
export async function writeProvidersFile(
  folder: string,
  provider: { readonly name: string; readonly [field: string]: unknown },
  product: string,
): Promise<string> {
  const path = join(folder, `${provider.name}.yaml`)
  const file = { providers: [provider], routes: [{ product, providers: [provider.name] }] }
  // JSON is YAML.
  await writeFile(path, JSON.stringify(file))
  return path
}
