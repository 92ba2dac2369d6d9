/**
 * tsoa's base class of controllers and its decorators, for those that are generated. tsoa reads decorators in the
 * sources, to make routes of them; when a program runs, they do nothing.
 */
export class Controller {
  #status: number | undefined
  readonly #headers: Record<string, string> = {}

  setStatus(status: number): void {
    this.#status = status
  }

  getStatus(): number | undefined {
    return this.#status
  }

  setHeader(name: string, value: string): void {
    this.#headers[name] = value
  }

  getHeaders(): Readonly<Record<string, string>> {
    return this.#headers
  }
}

type MarkMethod<Arguments extends unknown[]> = (...given: Arguments) => MethodDecorator
type MarkParameter<Arguments extends unknown[]> = (...given: Arguments) => ParameterDecorator

const mark = () => () => undefined

export const Route: () => ClassDecorator = mark
export const Tags: (...names: string[]) => ClassDecorator & MethodDecorator = mark
export const Get: MarkMethod<[path: string]> = mark
export const Head: MarkMethod<[path: string]> = mark
export const Put: MarkMethod<[path: string]> = mark
export const Post: MarkMethod<[path: string]> = mark
export const Delete: MarkMethod<[path: string]> = mark
export const Patch: MarkMethod<[path: string]> = mark
export const OperationId: MarkMethod<[id: string]> = mark
export const Security: MarkMethod<[scheme: string | Record<string, string[]>]> = mark
export const SuccessResponse: <_Headers extends object>(status: number) => MethodDecorator = mark
export const Response: <_Body, _Headers extends object>(status: number | string) => MethodDecorator = mark
export const Body: MarkParameter<[]> = mark
export const Header: MarkParameter<[name: string]> = mark
export const Path: MarkParameter<[name: string]> = mark
export const Query: MarkParameter<[name: string]> = mark
export const Request: MarkParameter<[]> = mark

/** What a controller's method gets of a request that has passed every check. */
export interface CheckedRequest<Input, Context> {
  readonly input: Input
  readonly context: Context
}
