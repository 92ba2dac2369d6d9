import type { EngineCall, EngineHttp, EngineResponse } from '../calls/engine-http.ts'
import type { RequestTemplate } from './call-options.ts'
import { render, renderForm, renderHeaders, renderPath, type Values } from './template.ts'

/** An engine's calls, defined by templates. */
export interface EngineCalls {
  readonly http: EngineHttp
  /** One call as its template defines it; undefined if the path contains a placeholder without a value. */
  send(
    template: RequestTemplate,
    values: Values,
    signal: AbortSignal,
    limits?: CallLimits,
    bytes?: Uint8Array,
  ): Promise<EngineResponse | undefined>
  /** One GET of an address that the engine gave; the key is sent if that host may have it. */
  follow(
    url: URL,
    template: RequestTemplate | undefined,
    values: Values,
    signal: AbortSignal,
  ): Promise<EngineResponse>
}

/** What the call does not inherit from its kind. */
export type CallLimits = Pick<EngineCall, 'bytesMax' | 'waitMsMax' | 'onWritten'>

interface EngineCallsParts {
  readonly http: EngineHttp
  /** Headers of every call, as templates. */
  readonly headers: Readonly<Record<string, string>>
  /** The key and the constant headers, for additional hosts. */
  readonly keyHeaders: Readonly<Record<string, string>>
  readonly answerBytesMax: number
  mayHaveKey(url: URL): boolean
}

export function createEngineCalls(parts: EngineCallsParts): EngineCalls {
  const { http, headers, keyHeaders, answerBytesMax: bytesMax, mayHaveKey } = parts
  return {
    http,
    async send(template, values, signal, limits, bytes) {
      const path = renderPath(template.path, values)
      if (path === undefined) return undefined
      return http.call(
        {
          method: template.method,
          // Appended to the engine's URL even if a value makes it look like an absolute address.
          path: `/${path.replace(/^\/+/, '')}`,
          headers: { ...renderHeaders(headers, values), ...renderHeaders(template.headers, values) },
          ...limits,
          bytesMax: Math.min(bytesMax, limits?.bytesMax ?? bytesMax),
          ...bodyOf(template, values, bytes),
        },
        signal,
      )
    },
    follow: (url, template, values, signal) =>
      http.call(
        {
          method: template?.method ?? 'GET',
          path: url.href,
          headers: {
            ...(url.origin !== http.url.origin && mayHaveKey(url) && keyHeaders),
            ...renderHeaders(template?.headers ?? {}, values),
          },
          bytesMax,
        },
        signal,
      ),
  }
}

function bodyOf(
  { json, multipart }: RequestTemplate,
  values: Values,
  bytes: Uint8Array | undefined,
): Pick<EngineCall, 'body'> {
  if (multipart !== undefined) return { body: { form: renderForm(multipart, values) } }
  if (json !== undefined) return { body: { json: render(json, values) ?? {} } }
  return bytes === undefined ? {} : { body: { bytes } }
}
