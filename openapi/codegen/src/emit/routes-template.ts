import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { banner, runtimeModule } from './banner.ts'

/** The installed tsoa's own template for Express routes. */
export function stockTemplate(): string {
  const cli = dirname(createRequire(import.meta.resolve('tsoa')).resolve('@tsoa/cli'))
  return readFileSync(join(cli, 'routeGeneration', 'templates', 'express.hbs'), 'utf8')
}

/**
 * tsoa's template with our spots put in: the contract validates in place of tsoa, and everything that comes
 * before validation (name, key, body, rate limit) is one list of handlers which the app hands in. Each spot
 * must be found exactly as often as it stands in the version this was written for, so that an upgrade of tsoa
 * cannot change the routes unseen.
 */
export function deriveTemplate(stock: string): string {
  let text = stock
  for (const spot of spots) text = replaceSpot(text, spot)
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(\/\/ (WARNING|#+|\s*NOTE|\s*Please look)|\/\* (tslint|eslint))/.test(line))
  return `${banner}\n${lines.join('\n').replace(/\n\s*\n(\s*\n)+/g, '\n\n')}`
}

interface Spot {
  readonly name: string
  readonly find: string | RegExp
  readonly replacement: string
}

const spots: readonly Spot[] = [
  {
    name: 'types of the runtime',
    find: "import type { TsoaRoute } from '@tsoa/runtime';\n",
    replacement: '',
  },
  {
    name: 'imports of the runtime',
    find: "import {  fetchMiddlewares, ExpressTemplateService } from '@tsoa/runtime';",
    replacement: `import type { RouteArguments, RouteEdge, RouteRegistry } from '${runtimeModule}';`,
  },
  {
    name: 'types of Express',
    find: "import type { Request as ExRequest, Response as ExResponse, RequestHandler, Router } from 'express';",
    replacement: "import type { Request as ExRequest, Response as ExResponse } from 'express';",
  },
  {
    name: 'models and template service',
    find: /const models: TsoaRoute\.Models = \{[\s\S]*?new ExpressTemplateService\(models, \{\{\{ json minimalSwaggerConfig\}\}\}\);/,
    replacement: '',
  },
  {
    name: 'signature',
    find: 'export function RegisterRoutes(app: Router) {',
    replacement:
      'export function RegisterRoutes(app: RouteRegistry, { stepsBefore, templateService, controllers }: RouteEdge) {',
  },
  {
    name: 'path',
    find: "'{{fullPath}}'",
    replacement: '{{json fullPath}}',
  },
  {
    name: 'type of arguments',
    find: ': Record<string, TsoaRoute.ParameterSchema> = {',
    replacement: ': RouteArguments = {',
  },
  {
    // Where an argument comes from is all that remains: its rules are in the validators, whole.
    name: 'rules of arguments',
    find: '{{@key}}: {{{json this}}},',
    replacement: '{{@key}}: { in: {{{json this.in}}}, name: {{{json this.name}}} },',
  },
  {
    name: 'handlers before validation',
    find: /\{\{#if security\.length\}\}\s*authenticateMiddleware\(\{\{json security\}\}\),\s*\{\{\/if\}\}/,
    replacement: "...stepsBefore('{{name}}'),",
  },
  {
    name: 'middleware by decorators',
    find: /\s*\.\.\.\(fetchMiddlewares<RequestHandler>\(\{\{\.\.\/name\}\}\)\),\s*\.\.\.\(fetchMiddlewares<RequestHandler>\(\{\{\.\.\/name\}\}\.prototype\.\{\{name\}\}\)\),/,
    replacement: '',
  },
  {
    name: 'validation',
    find: 'getValidatedArgs({ args: args{{../name}}_{{name}}, request, response })',
    replacement: "getValidatedArgs({ operation: '{{name}}', args: args{{../name}}_{{name}}, request })",
  },
  {
    name: 'construction of the controller',
    find: 'const controller = new {{../name}}();',
    replacement: 'const controller = controllers.get({{../name}});',
  },
  {
    name: 'authentication',
    find: /\{\{#if useSecurity\}\}[\s\S]*?\n {4}\{\{\/if\}\}/,
    replacement: '',
  },
]

function replaceSpot(text: string, spot: Spot): string {
  const count = text.split(spot.find).length - 1
  if (count !== 1) {
    throw new Error(
      `tsoa's template has the spot "${spot.name}" ${count} times instead of once: compare the installed tsoa's express.hbs with openapi/codegen/src/emit/routes-template.ts`,
    )
  }
  return text.replace(spot.find, () => spot.replacement)
}
