import type { Request, RequestHandler, Response } from 'express'
import type { Controller } from '../controller.ts'
import type { ControllerContainer } from './controllers-for.ts'

export type RouteMethod = 'head' | 'get' | 'put' | 'post' | 'delete' | 'patch'

/** What the generated routes register themselves at. */
export type RouteRegistry = Readonly<
  Record<RouteMethod, (path: string, ...handlers: RequestHandler[]) => void>
>

/** What the generated routes call. */
export interface RouteEdge {
  /** The steps of one operation up to validation: name, key, body, rate limit. */
  stepsBefore(operation: string): RequestHandler[]
  readonly templateService: TemplateService
  readonly controllers: ControllerContainer
}

/** Where each argument of a controller's method comes from. */
export type RouteArguments = Readonly<Record<string, { readonly in: string; readonly name: string }>>

/** What tsoa's routes ask of its template service. */
export interface TemplateService {
  /** The arguments of the controller's method. Throws if the request breaks the contract. */
  getValidatedArgs(call: {
    readonly operation: string
    readonly args: RouteArguments
    readonly request: Request
  }): unknown[]
  /** Calls the method, and sends what it returns. */
  apiHandler(call: {
    readonly methodName: string
    readonly controller: Controller
    readonly response: Response
    readonly next: (error: unknown) => void
    readonly validatedArgs: readonly unknown[]
    readonly successStatus: number
  }): Promise<void>
}
