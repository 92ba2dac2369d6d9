import { isMainThread } from 'node:worker_threads'
import { resolutions } from '@mediagen/contract/limits'
import { type Config, readSecret } from '../config/config.ts'
import type { ProviderSettings, ProvidersFile } from '../config/load-providers.ts'
import { OperatorFileError } from '../config/operator-file-error.ts'
import type { YamlProblem } from '../config/read-yaml.ts'
import { providerNameOf } from '../core/domain/generation/route.ts'
import { type ProductName, productNames, surfaceOf } from '../core/domain/products.ts'
import { studioCommand } from '../core/package/studio-command.ts'
import type { Logger } from '../core/ports/logger.ts'
import type { MediaFinisher } from '../core/ports/media-finisher.ts'
import type { Provider, ProviderCapacity } from '../core/ports/provider.ts'
import type { AnyEngineKind } from '../engines/engine-kinds.ts'
import { loadStudio, type Studio } from '../engines/studio/load-studio.ts'
import { createRendererPool } from '../engines/studio/renderer-pool.ts'
import { createStudioProvider } from '../engines/studio/studio-provider.ts'
import { makeWorkFolder } from '../worker/results/work-folder.ts'

interface ProviderParts {
  readonly config: Config
  readonly kinds: readonly AnyEngineKind[]
  readonly logger: Logger
  readonly onRendererCrash: (startError?: unknown) => void
}

/**
 * The adapter of every provider that the file names. If the studio is not installed and no file names it, it
 * is left out.
 */
export async function makeProviders(file: ProvidersFile, parts: ProviderParts): Promise<Provider[]> {
  const usesStudio = file.providers.some(({ kind }) => kind === 'studio')
  const studio = usesStudio ? await loadStudio() : undefined
  if (usesStudio && studio === undefined) reportMissingStudio(file, parts)
  return file.providers.flatMap((settings) =>
    settings.kind === 'studio' ? makeStudio(settings, studio, parts) : makeEngine(settings, parts.kinds),
  )
}

/**
 * A file that names the studio cannot be served without it. An installation without a file still starts, so
 * that its API and its documents can be read, and reports why it offers nothing.
 */
function reportMissingStudio(file: ProvidersFile, { config, logger }: ProviderParts): void {
  const missing = 'needs the package @mediagen/studio, which is not installed'
  if (config.providersFile === undefined) {
    // Once, and not by the thread of the worker again.
    if (isMainThread)
      logger.warn(
        `the studio ${missing}: ${studioCommand} brings it, or name another engine in PROVIDERS_FILE`,
      )
    return
  }
  const named = file.providers.filter(({ kind }) => kind === 'studio')
  throw new OperatorFileError(
    config.providersFile,
    named.map(({ name }) => `provider ${name}: kind studio ${missing}`),
  )
}

function makeStudio(
  { name }: ProviderSettings,
  studio: Studio | undefined,
  { onRendererCrash }: ProviderParts,
): Provider[] {
  if (studio === undefined) return []
  const renderer = createRendererPool({
    entry: studio.rendererEntry,
    makeFolder: makeWorkFolder,
    onCrash: onRendererCrash,
  })
  return [createStudioProvider({ name, studio, renderer })]
}

/**
 * Routes to providers that serve none of their tiers: their tasks would reach no provider, or bypass that
 * one.
 */
export function routesNotServed(file: ProvidersFile, kinds: readonly AnyEngineKind[]): YamlProblem[] {
  const engines = file.providers
    .filter(({ kind }) => kind !== 'studio')
    .map((settings) => makeEngine(settings, kinds))
  return file.routes.flatMap(({ product, tiers = Object.keys(resolutions[product]), providers }, index) =>
    providers.flatMap((entry, place) => {
      const name = providerNameOf(entry)
      const engine = engines.find((candidate) => candidate.name === name)
      if (engine === undefined || tiers.some((tier) => engine.serves(product, tier))) return []
      const message = `provider ${name} does not serve ${product} ${tiers.join(' ')} as it is configured`
      return [{ at: ['routes', index, 'providers', place], message }]
    }),
  )
}

function makeEngine(settings: ProviderSettings, kinds: readonly AnyEngineKind[]): Provider {
  const kind = kinds.find((candidate) => candidate.kind === settings.kind)
  const url = settings.url ?? kind?.defaultUrl
  if (kind === undefined || url === undefined)
    throw new Error(`There is no adapter for the kind ${settings.kind}.`)
  return kind.create({
    name: settings.name,
    url,
    apiKey: settings.apiKeyEnv === undefined ? undefined : readSecret(settings.apiKeyEnv),
    models: modelsOf(settings),
    capacity: capacityOf(settings),
    jobMsMax: settings.timeoutSeconds === undefined ? undefined : settings.timeoutSeconds * 1000,
    cost: settings.cost,
    options: settings.options ?? {},
  })
}

function modelsOf({ model, models }: ProviderSettings): Partial<Record<ProductName, string>> {
  if (model === undefined) return models ?? {}
  return Object.fromEntries(productNames.map((product) => [product, model]))
}

function capacityOf({ concurrency, requestsPerMinute }: ProviderSettings): ProviderCapacity {
  return {
    ...(concurrency !== undefined && { concurrency }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  }
}

/**
 * A provider whose videos must be converted is useless if they cannot be; reported at the start rather than
 * at the first task.
 */
export async function checkVideos(
  { providersFile }: Config,
  { routes }: ProvidersFile,
  providers: readonly Provider[],
  finisher: MediaFinisher,
): Promise<void> {
  const ofVideos = routes.filter(({ product }) => surfaceOf(product) === 'video')
  const named = new Set(ofVideos.flatMap((route) => route.providers.map(providerNameOf)))
  const raw = providers.filter(({ name, results }) => results === 'raw' && named.has(name))
  const missing = raw.length === 0 ? undefined : await finisher.missingForVideos()
  if (missing === undefined) return
  throw new OperatorFileError(
    providersFile ?? 'Settings',
    raw.map(({ name }) => `provider ${name}: ${missing}`),
  )
}
