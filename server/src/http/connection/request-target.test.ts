import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestHttp } from '../support/test-http.ts'
import { originForm } from './request-target.ts'

describe('the target of a request', () => {
  test.each([
    ['/a/b?c=d', '/a/b?c=d'],
    ['//other/a', '//other/a'],
    ['*', '*'],
    ['http://other/a?b', '/a?b'],
    ['HTTPS://other:8080/a', '/a'],
    ['http://[::1]:80/a', '/a'],
    ['http://other', '/'],
    ['http://other?a', '/?a'],
  ])('%s is taken as %s', (target, expected) => {
    expect(originForm(target)).toBe(expected)
  })

  test.each([
    '',
    'a',
    'http://',
    'http:///a',
    'http://[/a',
    'http://a@b/',
    'ftp://a/',
    'http://a b/',
    '/a#b',
    'other:80',
  ])('%j is in no form of HTTP', (target) => {
    expect(originForm(target)).toBeUndefined()
  })

  test.each(['http://[/healthz', 'http:///healthz', 'http://', '/healthz#a'])(
    '%s is refused in the form of every other error, after the requests before it, and closes the connection',
    async (target) => {
      const service = await startTestHttp()
      onTestFinished(() => service.close())
      const before = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
      const text = await service.raw(`${before}GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n${before}`)
      const [, first, second, ...more] = text.split('HTTP/1.1 ')
      expect(first).toMatch(/^200 /)
      expect(second).toMatch(/^400 /)
      expect(second).toMatch(/\r\nX-Request-Id: \w+\r\n/)
      expect(second).toMatch(/"code":"INVALID_REQUEST"/)
      expect(more).toEqual([])
    },
  )

  test('may name a scheme and a host, as requests of a proxy do', async () => {
    const service = await startTestHttp()
    onTestFinished(() => service.close())
    const headers = 'Host: x\r\nConnection: close\r\n\r\n'
    expect(await service.raw(`GET http://other/healthz HTTP/1.1\r\n${headers}`)).toMatch(/^HTTP\/1\.1 200 /)
  })
})
