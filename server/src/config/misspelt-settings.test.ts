import { expect, test } from 'vitest'
import { misspeltSettings } from './misspelt-settings.ts'

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
