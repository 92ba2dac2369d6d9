/** Former addresses of pages of the site, whose links elsewhere still lead somewhere. */
export const movedPages: ReadonlyMap<string, string> = new Map([
  ['/docs/breaking-change', '/docs/contributing'],
  ['/docs/build-an-app', '/docs/guides/first-image'],
  ['/docs/commands', '/docs/contributing#commands'],
  ['/docs/guides/first-picture', '/docs/guides/first-image'],
  ['/docs/guides/mocking', '/docs/guides/testing#without-a-service'],
  ['/docs/implement-it', '/docs/openapi'],
  ['/docs/keys', '/docs/operator-page#keys'],
  ['/docs/limits', '/docs/settings#limits'],
  ['/docs/releasing', '/docs/contributing'],
  ['/docs/run-it', '/docs/guides/self-hosting'],
  ['/docs/traces', '/docs/metrics#traces'],
])
