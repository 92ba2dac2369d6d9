import { expect, test } from 'vitest'
import { misspeltSettings } from './misspelt-settings.ts'

test('a variable that is almost a setting is named with the setting', () => {
  const found = misspeltSettings({ WORKER_CONCURENCY: '4', DATABASE_URI: 'mysql://a', LOG_LEVEL: 'info' })
  expect(Object.fromEntries(found)).toEqual({
    WORKER_CONCURENCY: 'WORKER_CONCURRENCY',
    DATABASE_URI: 'DATABASE_URL',
  })
})

test('a variable with the prefix is compared without it', () => {
  const found = misspeltSettings({
    MEDIAGEN_DATABASE_URI: 'mysql://a',
    MEDIAGEN_PROT: '1',
    MEDIAGEN_PORT: '1',
    MEDIAGEN_BASE_URL: 'https://a',
    MEDIAGEN_API_KEY: 'b',
  })
  expect(Object.fromEntries(found)).toEqual({
    MEDIAGEN_DATABASE_URI: 'MEDIAGEN_DATABASE_URL',
    MEDIAGEN_PROT: 'MEDIAGEN_PORT',
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
