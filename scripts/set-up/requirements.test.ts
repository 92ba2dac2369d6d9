import { afterEach, expect, test, vi } from 'vitest'
import { SetUpError } from './project.mjs'
import { requiredBy } from './requirements.mjs'

afterEach(() => vi.unstubAllEnvs())

test.each([
  [{ MEDIAGEN_REQUIRE: undefined }, undefined, undefined],
  [{ MEDIAGEN_REQUIRE: 'all' }, 'MEDIAGEN_REQUIRE=all', 'MEDIAGEN_REQUIRE=all'],
  [{ MEDIAGEN_REQUIRE: 's3, mysql' }, 'MEDIAGEN_REQUIRE=mysql', undefined],
  [{ MEDIAGEN_REQUIRE: 'nginx' }, undefined, 'MEDIAGEN_REQUIRE=nginx'],
])('by %j MySQL is required by %s, and nginx by %s', (settings, mysql, nginx) => {
  vi.stubEnv('MEDIAGEN_REQUIRE', settings.MEDIAGEN_REQUIRE ?? '')
  expect([requiredBy('mysql'), requiredBy('nginx')]).toEqual([mysql, nginx])
})

test('a requirement that nobody knows is named, with those that there are', () => {
  vi.stubEnv('MEDIAGEN_REQUIRE', 'mysql,mysqll')
  expect(() => requiredBy('nginx')).toThrow(SetUpError)
  expect(() => requiredBy('nginx')).toThrow(
    /^MEDIAGEN_REQUIRE names mysqll: it may be all, or some of mysql,s3,browser,/,
  )
})
