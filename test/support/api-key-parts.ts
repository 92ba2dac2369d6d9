/** The public id and the secret of an API key. The secret is base64url, so it may contain underscores. */
export function apiKeyParts(apiKey: string): { keyId: string; secret: string } {
  const [, keyId, secret] = /^mg_([0-9a-z]{12})_([\w-]{32})$/.exec(apiKey) ?? []
  if (keyId === undefined || secret === undefined) throw new Error('this is no API key of the service')
  return { keyId, secret }
}
