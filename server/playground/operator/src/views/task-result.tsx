import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../../../src/core/errors.ts'
import { type Output, request } from '../api.ts'
import { Time } from '../parts/marks.tsx'
import { size } from '../parts/words.ts'

type History = Output<'GET /tasks/{taskId}'>

/** The files of a result, which are shown only when somebody asks for them: they are the customer's. */
export function Result({ task: { taskId, output, removed } }: { readonly task: History }) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => request('POST /tasks/{taskId}/result', { taskId }),
  })
  if (removed !== null)
    return (
      <p>
        Removed ({removed.code}) <Time at={removed.removedAt} />.
      </p>
    )
  if (output.length === 0) return <p className="quiet">None.</p>
  if (data !== undefined)
    return (
      <div className="result">
        {data.files.map(({ url, contentType }) =>
          contentType.startsWith('video/') ? (
            // biome-ignore lint/a11y/useMediaCaption: a customer's film comes without captions.
            <video key={url} src={url} controls preload="metadata" />
          ) : (
            <img key={url} src={url} alt="The result of the task" />
          ),
        )}
      </div>
    )
  const files = output.map((file) => `${file.contentType}, ${size(file.sizeBytes)}`).join('; ')
  return (
    <div className="result">
      <p className="quiet">{files}. It is the customer's: the audit records who looks at it.</p>
      <button type="button" disabled={isPending} onClick={() => mutate()}>
        Show the result
      </button>
      <p className="failure" role="alert">
        {error !== null && messageOf(error)}
      </p>
    </div>
  )
}
