import type { ApiErrorCode } from '@mediagen/contract/models'
import type { RequestErrorText } from './error-text.ts'

/**
 * What a page says of a code beyond the contract; a code that is not here has the words of the contract's table.
 */
export const requestErrors = {
  INVALID_REQUEST: {
    title: 'The request breaks a constraint',
    whatHappened:
      'A field, a parameter or a header breaks its constraint. `details` lists each with its `path`, such as `/prompt`, and a message.',
    whatToDo:
      'Correct what `details` names. The reference has the limits of each field; the SDK checks most of them at compile time.',
  },
  INVALID_JSON: {
    title: 'The body is not a JSON object',
    whatHappened: 'The body is missing, is not JSON in UTF-8, or is not an object.',
    whatToDo:
      'Send a JSON object. In a shell, put the body in single quotes; in code, serialize an object instead of joining strings.',
  },
  ASSET_NOT_USABLE: {
    title: 'The input image is not ready to use',
    whatHappened:
      '`assetId` is not a `READY` upload of your account: it was never completed, is invalid, belongs to another account, or was removed by the operator.',
    whatToDo:
      'Check the upload with `GET /api/v1/uploads/{assetId}`. If it is `PENDING`, complete it; otherwise [upload the image](/guides/uploads) again and use the new id.',
    retry: 'Only once the upload is `READY`.',
  },
  EFFECT_NOT_USABLE: {
    title: 'The effect cannot be used here',
    whatHappened:
      '`effectId` is unknown to this service, or is for the other surface: image effects produce images, video effects produce videos.',
    whatToDo:
      'Choose one from `GET /api/v1/effects?surface=image` or `?surface=video`; [Effects](/guides/effects) explains them.',
  },
  UPLOAD_NOT_RECEIVED: {
    title: 'The bytes of the upload have not arrived',
    whatHappened: '`complete` was called before the bytes had arrived at `uploadUrl`.',
    whatToDo:
      '`PUT` the bytes to `uploadUrl` with the content type that you declared, wait for its 200, then call `complete` again. The URL is valid for 15 minutes.',
    retry: 'Yes, after the `PUT`.',
  },
  UNAUTHENTICATED: {
    title: 'The API key is missing or not valid',
    whatHappened:
      'The header `Authorization: Bearer <API_KEY>` is missing, or its key is unknown, revoked or expired.',
    whatToDo:
      'Check that the key is complete and belongs to this service. A signed link takes no key: do not send one there. Ask the operator for a new key if yours is revoked or expired.',
    retry: 'Not with the same key.',
  },
  INSUFFICIENT_BALANCE: {
    title: 'The balance does not cover the price',
    whatHappened: "The account's balance, less what running tasks have reserved, does not cover the price.",
    whatToDo:
      'Ask the operator for credit, choose a lower resolution or a shorter video, or wait: tasks that fail or are cancelled are refunded. [Money](/guides/money) shows how to get the price first.',
    retry: 'Yes, with the same `Idempotency-Key`, once the balance covers the price.',
  },
  KEY_NOT_PERMITTED: {
    title: 'The API key may not do this',
    whatHappened:
      'The operator has restricted this API key: it may only read, or it may order some products and this is not one of them. Its account is fine.',
    whatToDo:
      '`GET /api/v1/me` lists what the key may do. Use another key of the account, or ask the operator to change this one.',
    retry: 'Not with the same key, unless the operator has changed it.',
  },
  KEY_LIMIT_REACHED: {
    title: 'The order would exceed the limit of the API key',
    whatHappened:
      'The operator has set a limit on what the orders of this API key may cost on one UTC day or in total, and this order would exceed it. The balance of the account may be sufficient.',
    whatToDo:
      '`GET /api/v1/me` shows the limits of the key and what it has spent. Ask for less, wait for midnight UTC if the limit of the day is reached, or ask the operator to raise it. Tasks that fail or are cancelled are deducted again.',
    retry: 'Yes, with the same `Idempotency-Key`, once the limit covers the price.',
  },
  ACCOUNT_NOT_ACTIVE: {
    title: 'The account is suspended or closed',
    whatHappened:
      'The operator has suspended or closed the account, so it can order and upload nothing. Its tasks run to their end, and polling, lists, cancelling and results work as before.',
    whatToDo: 'Ask the operator of the service.',
    retry: 'Not before the operator has made the account active again; then with the same `Idempotency-Key`.',
  },
  NOT_FOUND: {
    title: 'No operation has this path',
    whatHappened: 'No operation has this path. Paths are case-sensitive and have no trailing slash.',
    whatToDo: "Check the address: it begins with `/api/v1/`. The SDK's base URL does not end with `/api`.",
  },
  TASK_NOT_FOUND: {
    title: 'Your account has no such task',
    whatHappened:
      'Your account has no task with this id. A task of another account looks the same as one that does not exist, and so does one that the service has forgotten some time after its end.',
    whatToDo: 'Check the id, and that the key belongs to the account that created the task.',
  },
  UPLOAD_NOT_FOUND: {
    title: 'Your account has no such upload',
    whatHappened:
      'Your account has no upload with this id: it never existed, belongs to another account, or was removed because no generation had used it for a long time, or because it was `INVALID` or `EXPIRED` for a week.',
    whatToDo: 'Check the id and the key, or [upload the image](/guides/uploads) again.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'The path does not support this method',
    whatHappened: 'The path exists, but not with this method. The header `Allow` lists its methods.',
    whatToDo:
      'Use a method that `Allow` lists. A redirect may have turned a `POST` into a `GET`: call the final address directly.',
  },
  REQUEST_TIMEOUT: {
    title: 'The request did not arrive in time',
    whatHappened:
      'The request did not arrive completely in time: 10 seconds for the headers, 30 seconds for the body.',
    wasICharged: 'No. The service did not act on a request that it had not received.',
    whatToDo: 'Send it again, with the same `Idempotency-Key` if it had one. The SDK does this by itself.',
    retry: 'Yes.',
  },
  IDEMPOTENCY_CONFLICT: {
    title: 'The idempotency key belongs to another request',
    whatHappened:
      'This `Idempotency-Key` already belongs to an accepted request with other parameters. Two uploads of the same file count as different parameters.',
    wasICharged: 'No. Nothing was created; the earlier task and its price are unaffected.',
    whatToDo:
      'Use one key per logical request: a new key for a new request, and the same parameters for a repeated one. [Idempotency and retries](/guides/idempotency) has the rules.',
  },
  TASK_NOT_CANCELLABLE: {
    title: 'The task has already started or ended',
    whatHappened: 'Only a task in status `QUEUED` can be cancelled; this one has started or has ended.',
    wasICharged:
      'Cancelling is free and changed nothing: the task is charged if it succeeds and refunded if it fails.',
    whatToDo: 'Poll the task until it has ended.',
  },
  STORAGE_LIMIT_REACHED: {
    title: 'Uploads use all of the space of the account',
    whatHappened:
      'The `READY` uploads of the account use all of its space (10 GB, unless the operator sets another limit).',
    whatToDo:
      'Reuse an upload that you have, or ask the operator to free space. If the bytes had already arrived, call `complete` again within the upload window of 15 minutes; you need not send them again.',
    retry: 'Yes, once there is space.',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'The body is larger than 64 KB',
    whatHappened: 'The body of an API request is larger than 64 KB (65536 bytes).',
    whatToDo: 'Send less. Images never belong in the body: [upload them](/guides/uploads) and send their id.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'The body is not declared as JSON',
    whatHappened: 'The body was not declared as `application/json`.',
    whatToDo:
      'Send the header `Content-Type: application/json`. curl with `-d` sends a form unless you set it.',
  },
  RATE_LIMITED: {
    title: 'Too many generation requests in a minute',
    whatHappened:
      'The account sent more than 60 generation requests within 60 seconds. Polls and uploads do not count.',
    whatToDo:
      'Wait for the seconds in `Retry-After`; the refused request does not count. The SDK queues its requests so that one client alone never exceeds the limit: [a batch of a thousand](/guides/batch).',
    retry: 'Yes, after `Retry-After`, with the same `Idempotency-Key`.',
  },
  TOO_MANY_OPEN_TASKS: {
    title: 'Too many tasks are unfinished',
    whatHappened:
      'The account has as many unfinished tasks, `QUEUED` or `PROCESSING`, as the operator allows. The refused request counts towards the rate limit, like any other that is admitted.',
    whatToDo:
      'Wait until one of them ends, or cancel one that has not started. When one will end is not known, so `Retry-After` is only a pause: better follow your tasks, and order when one has ended.',
    retry: 'Yes, once a task has ended, with the same `Idempotency-Key`.',
  },
  TOO_MANY_OPEN_UPLOADS: {
    title: 'Too many uploads are open',
    whatHappened:
      'Too many uploads are open (100, unless the operator sets another limit). Each counts until it is `READY` or its 15 minutes are over; an `INVALID` one counts until then too.',
    whatToDo:
      'Complete one with a valid file, which makes room immediately, or wait for `Retry-After`, until the first 15 minutes are over.',
    retry: 'Yes, after that.',
  },
  INTERNAL: {
    title: 'The service failed',
    whatHappened:
      'The service failed because of an internal error. Its log has the reason under the `requestId`.',
    wasICharged:
      'Not twice, if you repeat the request with the same `Idempotency-Key`: you get the task if one was accepted, and a new one otherwise.',
    whatToDo: 'Send it again with the same key. If it persists, give the `requestId` to the operator.',
    retry: 'Yes, a few times, with growing pauses.',
  },
  TIER_UNAVAILABLE: {
    title: 'No engine can serve this right now',
    whatHappened:
      'No engine can serve this product at this resolution right now. Other resolutions may work. If there are `details`, the service has no engine for it at all.',
    whatToDo:
      'Wait for `Retry-After`, or choose another `resolution`. With `details`, waiting does not help: `npx @mediagen/server providers` tells the operator what is offered.',
    retry: 'Without `details` yes, after `Retry-After`, with the same `Idempotency-Key`.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'The service cannot reach its own storage',
    whatHappened: 'The service cannot reach its own database or object store.',
    wasICharged: 'Not twice, if you repeat the request with the same `Idempotency-Key`.',
    whatToDo: 'Wait for `Retry-After` and send it again with the same key. Accepted tasks are not lost.',
    retry: 'Yes, after `Retry-After`.',
  },
} as const satisfies Partial<Record<ApiErrorCode, RequestErrorText>>
