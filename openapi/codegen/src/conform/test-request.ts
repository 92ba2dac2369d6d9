/** A request to the backend under test. */
export interface TestRequest {
  readonly method: string
  /** With its query, as in /api/v1/effects?surface=image. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether to send the API key. @default true */
  readonly withKey?: boolean
}
