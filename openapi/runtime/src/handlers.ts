import type { ErrorRequestHandler, RequestHandler } from 'express'

/** A handler of Express, under a name that declarations of generated code have, instead of all its parameters. */
export interface Handler extends RequestHandler {}

/** The same of errors. */
export interface ErrorHandler extends ErrorRequestHandler {}
