/** The public id and the secret of an API key, with its checksum if it has one. */
export function apiKeyParts(apiKey: string): { keyId: string; secret: string } {
  const [, keyId, secret] = /^(?:mg|mgk)_([0-9a-z]{12})_([\w-]{32}|[0-9A-Za-z]{38})$/.exec(apiKey) ?? []
  if (keyId === undefined || secret === undefined) throw new Error('this is no API key of the service')
  return { keyId, secret }
}
