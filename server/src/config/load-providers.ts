import { resolutions } from '@mediagen/contract/limits'
import Joi from 'joi'
import { providerNameOf, type Route } from '../core/domain/generation/route.ts'
import { type ProductName, productNames } from '../core/domain/products.ts'
import type { ProviderCost } from '../core/ports/provider.ts'
import { apiKeyEnv, nameSchema as name, textSchema as text, urlSchema as url } from './entry-schema.ts'
import { type GateFileEntry, gateSchema } from './gate-entry.ts'
import { isPlaceholder } from './placeholder-secrets.ts'
import { readYaml, type YamlProblem } from './read-yaml.ts'

/** A provider in the operator's file; `kind` selects the adapter. */
export interface ProviderSettings {
  readonly name: string
  readonly kind: string
  readonly url?: string
  /** The environment variable that holds the key; the file itself holds no secret. */
  readonly apiKeyEnv?: string
  /** The model for every product, or one for each. */
  readonly model?: string
  readonly models?: Partial<Record<ProductName, string>>
  /** Concurrent jobs at the engine, over all workers. */
  readonly concurrency?: number
  /** Starts in any minute, over all workers. */
  readonly requestsPerMinute?: number
  /** Longest time for one job. */
  readonly timeoutSeconds?: number
  /** The adapter's own options, with defaults filled in. */
  readonly options?: unknown
  readonly cost?: ProviderCost
}

export interface ProvidersFile {
  readonly providers: readonly ProviderSettings[]
  readonly routes: readonly Route[]
  readonly gates?: readonly GateFileEntry[]
}

/** How the file may configure a kind of provider. */
export interface ProviderKindRules {
  readonly kind: string
  /** Absent: `url` is required. */
  readonly defaultUrl?: string
  readonly apiKey: 'required' | 'optional' | 'none'
  readonly model: 'required' | 'optional' | 'none'
  readonly products: readonly ProductName[]
  readonly options: Joi.ObjectSchema
}

/** Without a file the studio serves everything: the embedded default. */
const defaultProviders: ProvidersFile = {
  providers: [{ name: 'studio', kind: 'studio' }],
  routes: productNames.map((product) => ({ product, providers: ['studio'] })),
}

const dollars = Joi.string()
  .pattern(/^\d{1,6}(\.\d{1,6})?$/)
  .messages({
    'string.base': '{{#label}} must be a quoted decimal such as "0.04"',
    'string.pattern.base': '{{#label}} must be a quoted decimal such as "0.04"',
  })
const weighted = Joi.object({ name: name.required(), weight: Joi.number().min(1).max(1000).required() })

const routes = Joi.array()
  .items(
    Joi.object({
      product: Joi.valid(...productNames).required(),
      tiers: Joi.array().items(Joi.string()),
      providers: Joi.array()
        // biome-ignore lint/suspicious/noThenProperty: the word is Joi's, and nobody awaits this.
        .items(Joi.alternatives().conditional(Joi.object(), { then: weighted, otherwise: name }))
        .min(1)
        .required(),
    }),
  )
  .required()

/**
 * Reads the providers file. Throws an OperatorFileError that names every problem with its line; an unset
 * variable of a key, or a placeholder in one, is one too. `findProblems` is called only if the file has no
 * other problem.
 */
export async function loadProviders(
  path: string | undefined,
  kinds: readonly ProviderKindRules[],
  readSecret: (variable: string) => string | undefined,
  findProblems: (file: ProvidersFile) => readonly YamlProblem[] = () => [],
  gateOptions: Joi.ObjectSchema = Joi.object(),
): Promise<ProvidersFile> {
  if (path === undefined) return defaultProviders
  return readYaml(path, schemaOf(kinds, gateOptions), (file) => {
    const problems = [...unknownProviders(file), ...unknownTiers(file), ...missingSecrets(file, readSecret)]
    return problems.length > 0 ? problems : findProblems(file)
  })
}

function schemaOf(
  kinds: readonly ProviderKindRules[],
  gateOptions: Joi.ObjectSchema,
): Joi.ObjectSchema<ProvidersFile> {
  const studio = Joi.object({ name: name.required(), kind: Joi.valid('studio').required() })
  const provider = Joi.alternatives().conditional('.kind', {
    switch: [caseOf('studio', studio), ...kinds.map((kind) => caseOf(kind.kind, providerSchema(kind)))],
    otherwise: Joi.object({
      kind: Joi.valid('studio', ...kinds.map(({ kind }) => kind)).required(),
    }).unknown(),
  })
  return Joi.object<ProvidersFile>({
    providers: Joi.array()
      .items(provider)
      .unique('name')
      .messages({
        'array.unique': '{{#label}} has the name "{{#dupeValue.name}}" of "providers[{{#dupePos}}]"',
      })
      .min(1)
      .required(),
    routes,
    gates: Joi.array().items(gateSchema(gateOptions)).unique('name').messages({
      'array.unique': '{{#label}} has the name "{{#dupeValue.name}}" of "gates[{{#dupePos}}]"',
    }),
  })
}

function caseOf(kind: string, schema: Joi.ObjectSchema): Joi.SwitchCases {
  // biome-ignore lint/suspicious/noThenProperty: the word is Joi's, and nobody awaits a case.
  return { is: kind, then: schema }
}

function providerSchema(kind: ProviderKindRules): Joi.ObjectSchema {
  // A default fills the options in, which would hide those that an operator must set.
  const needsOptions = kind.options.validate({}).error !== undefined
  const schema = Joi.object({
    name: name.required(),
    kind: Joi.valid(kind.kind).required(),
    url: kind.defaultUrl === undefined ? url.required() : url.default(kind.defaultUrl),
    concurrency: Joi.number().integer().min(1).max(10_000),
    requestsPerMinute: Joi.number().integer().min(1).max(100_000),
    timeoutSeconds: Joi.number().integer().min(1).max(86_400),
    options: needsOptions ? kind.options.required() : kind.options.default(),
    cost: Joi.object({ perImage: dollars, perSecond: dollars }).or('perImage', 'perSecond'),
    ...(kind.apiKey !== 'none' && {
      apiKeyEnv: kind.apiKey === 'required' ? apiKeyEnv.required() : apiKeyEnv,
    }),
    ...(kind.model !== 'none' && {
      model: text,
      models: Joi.object(Object.fromEntries(kind.products.map((product) => [product, text]))).min(1),
    }),
  })
  if (kind.model === 'none') return schema
  return kind.model === 'required' ? schema.xor('model', 'models') : schema.oxor('model', 'models')
}

function unknownProviders(file: ProvidersFile): YamlProblem[] {
  const names = new Set(file.providers.map((provider) => provider.name))
  return file.routes.flatMap((route, index) =>
    route.providers.flatMap((entry, place) =>
      names.has(providerNameOf(entry))
        ? []
        : [
            {
              at: ['routes', index, 'providers', place],
              message: `${route.product}: there is no provider ${providerNameOf(entry)}`,
            },
          ],
    ),
  )
}

function unknownTiers(file: ProvidersFile): YamlProblem[] {
  return file.routes.flatMap(({ product, tiers = [] }, index) => {
    const known = Object.keys(resolutions[product])
    return tiers.flatMap((tier, place) =>
      known.includes(tier)
        ? []
        : [
            {
              at: ['routes', index, 'tiers', place],
              message: `${product}: there is no tier ${tier}; there are ${known.join(', ')}`,
            },
          ],
    )
  })
}

function missingSecrets(
  file: ProvidersFile,
  readSecret: (variable: string) => string | undefined,
): YamlProblem[] {
  const missing = (list: 'providers' | 'gates', what: string, issuer: string) =>
    (file[list] ?? []).flatMap(({ name, apiKeyEnv }, index) => {
      if (apiKeyEnv === undefined) return []
      const secret = readSecret(apiKeyEnv)
      if (secret !== undefined && !isPlaceholder(secret)) return []
      const problem =
        secret === undefined
          ? notSet(apiKeyEnv)
          : `the environment variable ${apiKeyEnv} is the placeholder of an example; set the key that ${issuer} has issued`
      return [{ at: [list, index, 'apiKeyEnv'], message: `${what} ${name}: ${problem}` }]
    })
  return [...missing('providers', 'provider', 'the engine'), ...missing('gates', 'gate', 'the gate')]
}

/** Many keys look like a variable in lower case, so only an upper-case name is repeated. */
function notSet(apiKeyEnv: string): string {
  return apiKeyEnv === apiKeyEnv.toUpperCase()
    ? `the environment variable ${apiKeyEnv} is not set`
    : 'the environment variable that apiKeyEnv names is not set; apiKeyEnv takes a name, not the key itself'
}
