import { describe, expect, test } from 'vitest'
import { deriveTemplate, stockTemplate } from './routes-template.ts'

describe('the template of the routes', () => {
  test('is derived from the installed tsoa, and leaves nothing of its validation and authentication', () => {
    const derived = deriveTemplate(stockTemplate())
    expect(derived).toContain("...stepsBefore('{{name}}'),")
    expect(derived).toContain("getValidatedArgs({ operation: '{{name}}', args:")
    expect(derived).toContain('controllers.get({{../name}})')
    for (const gone of [
      'ExpressTemplateService',
      'TsoaRoute',
      'authenticateMiddleware',
      'fetchMiddlewares',
      'useSecurity',
      'WARNING',
    ]) {
      expect(derived).not.toContain(gone)
    }
  })

  test('cannot be derived from a tsoa that has one of the spots no more, or twice', () => {
    const stock = stockTemplate()
    const spot = 'getValidatedArgs({ args: args{{../name}}_{{name}}, request, response })'
    expect(() => deriveTemplate(stock.replace(spot, 'validate()'))).toThrow(/"validation" 0 times/)
    expect(() => deriveTemplate(`${stock}${spot}`)).toThrow(/"validation" 2 times/)
    expect(() => deriveTemplate('')).toThrow(/0 times instead of once/)
  })
})
