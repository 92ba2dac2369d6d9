import { expect, test } from 'vitest'
import { misspeltSettings, unknownSettings } from './misspelt-settings.ts'

test('a variable that is almost a setting is named with the setting', () => {
  const found = misspeltSettings({ WORKER_CONCURENCY: '4', DATABASE_URI: 'mysql://a', LOG_LEVEL: 'info' })
  expect(Object.fromEntries(found)).toEqual({
    WORKER_CONCURENCY: 'WORKER_CONCURRENCY',
    DATABASE_URI: 'DATABASE_URL',
  })
})

test('variables of other programs are none of our business', () => {
  const others = [
    'HOME',
    'PORTS',
    'HOSTNAME',
    'LOGNAME',
    'XDG_DATA_DIRS',
    'OPENAI_API_KEY',
    'AWS_REGION',
    'WORKER',
  ]
  expect([...misspeltSettings(Object.fromEntries(others.map((name) => [name, 'x'])))]).toEqual([])
})

test('an empty variable counts as unset', () => {
  expect([...misspeltSettings({ DATABASE_URI: '' })]).toEqual([])
})

test('a name in .env is unknown unless the service, its libraries or the providers file read it', () => {
  const known = ['PORT', 'AWS_ACCESS_KEY_ID', 'HTTPS_PROXY', 'STUDIO_KEY']
  const file = 'providers:\n  - { name: gpu, kind: openai-images, apiKeyEnv: STUDIO_KEY }\n'
  expect(unknownSettings([...known, 'PROT', 'OPENAI_API_KEY'], file)).toEqual(['PROT', 'OPENAI_API_KEY'])
})
