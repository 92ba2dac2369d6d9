import { afterEach, describe, expect, test, vi } from 'vitest'
import { readHttpDate } from './http-date.ts'

const exampleMs = Date.UTC(1994, 10, 6, 8, 49, 37)
const nowMs = Date.UTC(2026, 2, 14, 9, 26, 53)
afterEach(() => vi.unstubAllEnvs())

describe('an HTTP-date', () => {
  test.each([
    ['IMF-fixdate', 'Sun, 06 Nov 1994 08:49:37 GMT'],
    ['RFC 850', 'Sunday, 06-Nov-94 08:49:37 GMT'],
    ['asctime', 'Sun Nov  6 08:49:37 1994'],
  ])('of the form %s is read in UTC, whatever the zone of the machine', (_form, text) => {
    for (const [zone, offsetMinutes] of [
      ['UTC', 0],
      ['Pacific/Auckland', -13 * 60],
      ['America/Los_Angeles', 8 * 60],
    ] as const) {
      vi.stubEnv('TZ', zone)
      expect(new Date(exampleMs).getTimezoneOffset()).toBe(offsetMinutes)
      expect(readHttpDate(text, nowMs)).toBe(exampleMs)
    }
  })

  test('is what toUTCString() writes, all over 400 years and at the ends of the calendar', () => {
    const ends = ['0000-01-01T00:00:00Z', '0099-12-31T23:59:59Z', '9999-12-31T23:59:59Z']
    const timesMs = ends.map((iso) => Date.parse(iso))
    // A step of 101 hours, 1 minute and 1 second covers every weekday, month, hour, minute and second many
    // times.
    for (let ms = Date.UTC(1900, 0, 1); ms < Date.UTC(2300, 0, 1); ms += 363_661_000) timesMs.push(ms)
    const misread = timesMs.filter((ms) => readHttpDate(new Date(ms).toUTCString(), nowMs) !== ms)
    expect(misread).toEqual([])
  })

  test('may tell a leap second, which is the first one of the next minute here', () => {
    expect(readHttpDate('Sat, 31 Dec 2016 23:59:60 GMT', nowMs)).toBe(Date.UTC(2017, 0, 1))
  })

  test.each([
    ['just 50 years ahead', 'Saturday, 14-Mar-76 09:26:53 GMT', Date.UTC(2076, 2, 14, 9, 26, 53)],
    ['a second more', 'Sunday, 14-Mar-76 09:26:54 GMT', Date.UTC(1976, 2, 14, 9, 26, 54)],
    ['this year', 'Saturday, 14-Mar-26 09:26:53 GMT', nowMs],
  ])('with two digits of a year lies at most 50 years ahead: %s', (_name, text, expectedMs) => {
    expect(readHttpDate(text, nowMs)).toBe(expectedMs)
  })

  test('with two digits of a year is read across the turn of a century', () => {
    const in2090 = Date.UTC(2090, 0, 1)
    expect(readHttpDate('Thursday, 01-Jan-05 00:00:00 GMT', in2090)).toBe(Date.UTC(2105, 0, 1))
    expect(readHttpDate('Saturday, 01-Jan-89 00:00:00 GMT', in2090)).toBe(Date.UTC(2089, 0, 1))
  })

  test.each([
    '',
    'garbage 2099',
    'banana 1',
    '2099-01-01',
    '9999',
    '0',
    '-1',
    '784111777',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 +0000',
    'Sun, 06 Nov 1994 08:49:37 gmt',
    'sun, 06 nov 1994 08:49:37 GMT',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 94 08:49:37 GMT',
    'Sun, 06 Nov 01994 08:49:37 GMT',
    'Sun, 06 Nov 1994 8:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37.5 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:60:37 GMT',
    'Sun, 06 Nov 1994 08:49:61 GMT',
    'Sun,  06 Nov 1994 08:49:37 GMT',
    ' Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT\n',
    'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-1994 08:49:37 GMT',
    'Sun, 06-Nov-94 08:49:37 GMT',
    'Sun Nov 6 08:49:37 1994',
    'Sun Nov  6 08:49:37 1994 GMT',
    'Sun Nov 06 08:49:37 94',
  ])('of another form is none: %j', (text) => {
    expect(readHttpDate(text, nowMs)).toBeUndefined()
  })

  test.each([
    'Mon, 06 Nov 1994 08:49:37 GMT',
    'Thu, 30 Feb 2023 00:00:00 GMT',
    'Wed, 29 Feb 2023 00:00:00 GMT',
    'Thu, 00 Jan 1970 00:00:00 GMT',
    'Sun Feb 30 00:00:00 2023',
  ])('of a day that is not in the calendar is none: %s', (text) => {
    expect(readHttpDate(text, nowMs)).toBeUndefined()
  })
})
