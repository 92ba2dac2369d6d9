import Joi from 'joi'
import { productNames } from '../domain/generation/products.js'
import type { Route } from '../domain/generation/route.js'
import { OperatorFileError } from './operator-file-error.js'
import { readYaml } from './read-yaml.js'

/** A provider in the operator's file; `kind` selects the adapter. */
export interface ProviderSettings {
  readonly name: string
  readonly kind: 'studio'
}

export interface ProvidersFile {
  readonly providers: readonly ProviderSettings[]
  readonly routes: readonly Route[]
}

/** Without a file the studio serves everything: the embedded default. */
export const defaultProviders: ProvidersFile = {
  providers: [{ name: 'studio', kind: 'studio' }],
  routes: productNames.map((product) => ({ product, providers: ['studio'] })),
}

const providersFile = Joi.object<ProvidersFile>({
  providers: Joi.array()
    .items(
      Joi.object({
        name: Joi.string()
          .pattern(/^[a-z0-9][a-z0-9-]{0,63}$/)
          .required(),
        kind: Joi.valid('studio').required(),
      }),
    )
    .unique('name')
    .min(1)
    .required(),
  routes: Joi.array()
    .items(
      Joi.object({
        product: Joi.valid(...productNames).required(),
        tiers: Joi.array().items(Joi.string()),
        providers: Joi.array().items(Joi.string()).min(1).required(),
      }),
    )
    .required(),
})

/** Reads the providers file. Throws an OperatorFileError that names every error with its line. */
export async function loadProviders(path: string | undefined): Promise<ProvidersFile> {
  if (path === undefined) return defaultProviders
  const file = await readYaml(path, providersFile)
  const names = new Set(file.providers.map((provider) => provider.name))
  const problems = file.routes.flatMap((route) =>
    route.providers
      .filter((name) => !names.has(name))
      .map((name) => `${route.product}: there is no provider ${name}`),
  )
  if (problems.length > 0) throw new OperatorFileError(path, problems)
  return file
}
